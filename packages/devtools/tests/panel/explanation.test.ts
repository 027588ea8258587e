import { describe, expect, it } from "vitest";
import { explainCall } from "../../src/panel/explain/explainCall.js";
import { explainAt, type Explanation } from "../../src/panel/explain/explanation.js";
import { explainTrack } from "../../src/panel/explain/explainTrack.js";
import type { PanelSource } from "../../src/panel/model/source.js";
import { callUpdate, recv, toolCall } from "../support/frames.js";
import {
  checkAll,
  lastMoment,
  permissionResponse,
  PROMPT,
  promptError,
  promptResponse,
  textOf,
  traceOf,
} from "./logs.js";

/** The entries that an explanation links to. */
function linkedEntries(explanation: Explanation): number[] {
  return explanation.flatMap((part) => ("entry" in part ? [part.entry] : []));
}

function explainTable(source: PanelSource, table: string): Explanation {
  const moment = lastMoment(source);
  const track = moment.tracks.all.find((one) => one.table === table);
  if (track === undefined) throw new Error(`no ${table}`);
  const { cause, details } = explainTrack(track, source.history.getState(), moment);
  return [...cause, ...details];
}

describe("explainAt", () => {
  const explain = explainAt({ labelOf: (index) => `frame ${index + 1}` });

  it("turns strings into text and positions into links", () => {
    expect(explain`Started at ${{ index: 3, at: 0 }}, “${"Read"}”.`).toEqual([
      { text: "Started at " },
      { entry: 3, label: "frame 4" },
      { text: ", “Read”." },
    ]);
  });

  it("keeps the links of a nested explanation", () => {
    const nested = explain`at ${{ index: 0, at: 0 }}`;
    expect(textOf(explain`Asked ${nested}${""}.`)).toBe("Asked at [frame 1].");
  });

  it.each(["1", "frame 1", "[frame 1]", '{"entry":1}'])(
    "never makes a link of the text %j",
    (text) => {
      expect(explain`${text}`).toEqual([{ text }]);
    },
  );
});

describe("text from the agent that looks like a link", () => {
  const title = "Read frame 1, entry 2 and 3";

  it("stays text in the title and the options of a tool call", () => {
    const request = recv({
      id: 7,
      method: "session/request_permission",
      params: {
        sessionId: "s1",
        toolCall: { toolCallId: "frame 1", title },
        options: [{ optionId: "2", name: "frame 2", kind: "reject_once" }],
      },
    });
    const source = traceOf(
      PROMPT,
      toolCall("frame 1", { title, status: "3" }),
      request,
      permissionResponse("2"),
      promptResponse("end_turn"),
    );
    const moment = lastMoment(source);
    const session = source.history.getState().sessions.get("s1");
    const call = session?.toolCalls.get("frame 1");
    const { cause = [] } = (call && session && explainCall(call, session, moment)) ?? {};
    expect(textOf(cause)).toMatch(/^Rejected by the user \(“frame 2”\) at \[frame 4\]\. /);
    expect(linkedEntries(cause)).toEqual([3, 4]);
    const permission = explainTable(source, "permissions");
    expect(textOf(permission)).toBe(
      "Requested at [frame 3], rejected by the user (“frame 2”) at [frame 4] after 1.000 s.",
    );
  });

  it("stays text in the error of a turn", () => {
    const source = traceOf(PROMPT, promptError("See frame 1 or 2"));
    const explanation = explainTable(source, "turns");
    expect(textOf(explanation)).toContain("failed (“See frame 1 or 2”) at [frame 2]");
    expect(linkedEntries(explanation)).toEqual([0, 1]);
  });

  it("adds no link to a finding about the tool call", async () => {
    const source = traceOf(PROMPT, toolCall("call_1", { title }), promptResponse("end_turn"));
    const { findings } = await checkAll(source);
    const [logged] = findings.filter(({ finding }) => finding.code === "unfinished_tool_call");
    expect(logged?.finding.message).toContain(title);
    expect(logged?.related).toEqual([1]);
  });

  it("stays text in the id of a tool call without a title", () => {
    const source = traceOf(PROMPT, callUpdate("frame 1", { status: "pending" }));
    expect(linkedEntries(explainTable(source, "toolCalls"))).toEqual([1, 1]);
  });
});
