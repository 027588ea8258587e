import { expect, it } from "vitest";
import { noEventWords } from "../../src/panel/model/noEventWords.js";
import { traceSource } from "../../src/panel/model/source.js";
import { summaryOf } from "../../src/panel/model/summary.js";
import { createHistory } from "../../src/index.js";
import { callUpdate, recv, said, sent, steadyStore, toolCall, updated } from "../support/frames.js";
import { recordingText } from "../support/recordings.js";

/** The rows of a log: frame, name of the message, event, summary. */
function rowsOf(text: string): string[] {
  const { history, digest } = traceSource("trace", text);
  const { tracks } = digest.read();
  return history
    .entries()
    .map((entry) =>
      [
        digest.frameOf(entry.index),
        digest.nameOf(entry),
        entry.event?.type ?? "–",
        summaryOf(entry, tracks),
      ].join(" | "),
    );
}

it("name what came over the wire, the event and what it is about", () => {
  expect(rowsOf(recordingText("gemini-parallel")).slice(5, 12)).toMatchInlineSnapshot(`
    [
      "6 | session/new response | session_opened | ",
      "7 | available_commands_update | commands | ",
      "8 | session/prompt | turn_started | “Do three things in parallel.”",
      "9 | agent_thought_chunk | message_chunk | thought “**Working on it** Three things in parallel.”",
      "10 | agent_message_chunk | message_chunk | agent “Doing three things in parallel.”",
      "11 | session/request_permission | permission_requested | “src/greet.js: '1.0.0' => '3.0.0'” offers Allow for this session / Allow / Reject",
      "12 | session/request_permission response | permission_settled | Allowed: Allow · “src/greet.js: '1.0.0' => '3.0.0'”",
    ]
  `);
});

it("say which option a permission was answered with, and for what", () => {
  const rows = rowsOf(recordingText("gemini-reject"));
  expect(rows.filter((row) => /permission_/.test(row))).toMatchInlineSnapshot(`
    [
      "11 | session/request_permission | permission_requested | “src/greet.js: '1.0.0' => '2.0.0'” offers Allow for this session / Allow / Reject",
      "12 | session/request_permission response | permission_settled | Rejected: Reject · “src/greet.js: '1.0.0' => '2.0.0'”",
      "15 | session/request_permission | permission_requested | “touch generated.txt && echo made” offers Allow for this session / Allow / Reject",
      "16 | session/request_permission response | permission_settled | Allowed: Allow · “touch generated.txt && echo made”",
      "19 | session/request_permission | permission_requested | “src/greet.js: '1.0.0' => '1.0.1'” offers Allow for this session / Allow / Reject",
      "20 | session/request_permission response | permission_settled | Rejected: Reject · “src/greet.js: '1.0.0' => '1.0.1'”",
      "27 | session/request_permission | permission_requested | “touch again.txt && echo again” offers Allow for this session / Allow / Reject",
      "28 | session/request_permission response | permission_settled | Allowed: Allow · “touch again.txt && echo again”",
    ]
  `);
});

it("call a tool call as it was called then, and name an update that changed nothing by its kind", () => {
  expect(rowsOf(recordingText("opencode-subagent")).slice(-3)).toMatchInlineSnapshot(`
    [
      "9 | tool_call | tool_call | “task” pending",
      "10 | tool_call_update | tool_call | “Explore sources” in_progress",
      "11 | tool_call_update | – | “Explore sources” said nothing new",
    ]
  `);
});

it.each([
  [
    "an update that says nothing new",
    callUpdate("call_1", {}),
    /^This tool_call_update said nothing new/,
  ],
  ["an answer", recv({ id: 9, result: {} }), /^The answer to a request/],
  ["an error", recv({ id: 9, error: { code: 1, message: "no" } }), /^An error as the answer/],
  ["an extension", recv({ method: "_vendor/hello" }), /^_vendor\/hello is an extension/],
  ["a request", sent({ id: 1, method: "session/list", params: {} }), /^A request of the client/],
  ["a broken message", updated({ sessionUpdate: "tool_call" }), /^The store could not read it/],
])("say of %s why there is no event", (_what, frame, words) => {
  const store = steadyStore();
  const history = createHistory(store);
  for (const one of [said("a"), toolCall("call_1"), frame]) store.observe(one);
  const entry = history.entries().at(-1);
  expect(entry?.event).toBeUndefined();
  expect(entry && noEventWords(entry)).toMatch(words);
});
