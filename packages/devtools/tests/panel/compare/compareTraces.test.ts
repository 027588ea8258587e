import { formatTrace } from "@acp-store/devtools";
import type { Frame } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { compareTraces, type TraceComparison } from "../../../src/panel/compare/compareTraces.js";
import { describeComparison } from "../../../src/panel/compare/describeComparison.js";
import { createTraceSource, type PanelSource } from "../../../src/panel/model/source.js";
import { ALL_RECORDINGS, recordingText } from "../../../../core/tests/support/recordings.js";
import { askedFor, callUpdate, recv, said, sent, toolCall, updated } from "../../support/frames.js";
import { liveLog, permissionResponse, timed } from "../logs.js";

function recorded(name: string): PanelSource {
  return createTraceSource(name, recordingText(name));
}

function traceOf(...frames: readonly Frame[]): PanelSource {
  return createTraceSource("trace", formatTrace(timed(frames)));
}

const INITIALIZE = sent({ id: 0, method: "initialize", params: { protocolVersion: 1 } });

function initialized(agentCapabilities: object, version = "1.0"): Frame {
  const agentInfo = { name: "agent", version };
  return recv({ id: 0, result: { protocolVersion: 1, agentInfo, agentCapabilities } });
}

let nextId = 1;

/** Returns the messages of a turn. */
function turn(prompt: string, ...frames: readonly Frame[]): Frame[] {
  const id = nextId++;
  const params = { sessionId: "s1", prompt: [{ type: "text", text: prompt }] };
  return [
    sent({ id, method: "session/prompt", params }),
    ...frames,
    recv({ id, result: { stopReason: "end_turn" } }),
  ];
}

/** Returns a call that ended. */
function call(id: string, title: string, status = "completed"): Frame[] {
  return [toolCall(id, { title, kind: "execute" }), callUpdate(id, { status })];
}

function compare(left: readonly Frame[], right: readonly Frame[]): TraceComparison {
  return compareTraces(traceOf(...left), traceOf(...right));
}

/** The steps of the first turn: a sign and the label or kind. */
function stepsOf({ turns }: TraceComparison): string[] {
  const signs = { same: "=", changed: "~", left: "-", right: "+" };
  return (turns[0]?.steps ?? []).map(({ status, left, right }) => {
    const step = left ?? right;
    return `${signs[status]} ${step?.kind} ${step?.label}`.trim();
  });
}

function verdict(comparison: TraceComparison): string {
  return describeComparison(comparison).text;
}

const SAME = "No differences: the same steps, messages and fields";

describe("a trace and itself", () => {
  it.each(ALL_RECORDINGS)("has no differences in %s", (name) => {
    const comparison = compareTraces(recorded(name), recorded(name));
    expect(verdict(comparison)).toBe(SAME);
    const steps = comparison.turns.flatMap((pair) => pair.steps);
    expect(steps.filter(({ status }) => status !== "same")).toEqual([]);
    expect(steps.length).toBeGreaterThan(0);
  });
});

describe("two versions of an agent", () => {
  const comparison = compareTraces(recorded("claude-parallel"), recorded("claudezed-parallel"));

  it("names both agents", () => {
    expect(comparison.left.agent).toBe("Claude Agent 0.100.0");
    expect(comparison.right.agent).toBe("Claude Code 0.16.2");
  });

  it("matches the calls of parallel work, whatever marks up their titles", () => {
    expect(stepsOf(comparison)).toEqual([
      "= thought Three things in parallel.",
      "= message Doing three things in parallel.",
      "~ call Edit src/greet.js",
      "~ call touch p1.txt; sleep 1; echo p1",
      "~ call touch p2.txt; echo p2",
      "~ call Read README.md",
      "- message All three are done.",
      "= end",
    ]);
  });

  it("says what changed in a call", () => {
    const changes = comparison.turns[0]?.steps[5]?.changes;
    expect(changes).toEqual([
      { name: "status", left: "completed", right: "failed" },
      { name: "updates", left: "4", right: "3" },
      { name: "title", left: "Read README.md", right: "Read File" },
      {
        name: "fields",
        left: "tool_call_update._meta.claudeCode.toolResponse",
        right: "",
      },
    ]);
  });

  it("finds the messages, fields and capabilities that only one has", () => {
    const { messages, fields, capabilities } = comparison.features;
    expect(messages).toContainEqual({ name: "usage_update", left: "5", right: undefined });
    expect(fields).toContainEqual({
      name: "tool_call_update.rawInput",
      left: "7",
      right: undefined,
    });
    expect(capabilities).toContainEqual({
      name: "agentCapabilities.sessionCapabilities.close",
      left: "yes",
      right: undefined,
    });
  });

  it("shows the permission requests of a call, with options and answer", () => {
    const [request] = comparison.turns[0]?.steps[3]?.right?.requests ?? [];
    expect(request?.text).toBe("Always Allow / Allow / Reject → allowed: Allow");
  });
});

describe("two agents", () => {
  it("matches a call by its title if the other agent sends no input", () => {
    const comparison = compareTraces(recorded("claude-parallel"), recorded("gemini-parallel"));
    const change = comparison.turns[0]?.steps.find(({ left }) =>
      left?.label.startsWith("touch p2"),
    );
    expect(change?.changes).toContainEqual({
      name: "status",
      left: "rejected",
      right: "completed",
    });
    expect(change?.changes).toContainEqual({
      name: "permission",
      left: "rejected (reject_once)",
      right: "allowed (allow_once)",
    });
  });
});

describe("small differences", () => {
  const start = [INITIALIZE, initialized({})];
  const base = [...start, ...turn("Go", said("On it."), ...call("c1", "ls"), said("Done."))];

  const cases: { name: string; right: Frame[]; expected: string; left?: Frame[] }[] = [
    {
      name: "other ids and texts",
      right: [...start, ...turn("Go", said("Sure."), ...call("call_77", "ls"), said("Ready."))],
      expected: SAME,
    },
    {
      name: "an extra call",
      right: [
        ...start,
        ...turn("Go", said("On it."), ...call("c1", "ls"), ...call("c2", "pwd"), said("Done.")),
      ],
      expected: "1 difference: 1 call only in B",
    },
    {
      name: "a missing turn",
      left: [...base, ...turn("More", said("Yes."))],
      right: base,
      expected: "1 difference: 1 turn only in A",
    },
    {
      name: "another prompt",
      right: [...start, ...turn("Stop", said("On it."), ...call("c1", "ls"), said("Done."))],
      expected: "1 difference: 1 turn with another prompt",
    },
    {
      name: "another status",
      right: [
        ...start,
        ...turn("Go", said("On it."), ...call("c1", "ls", "failed"), said("Done.")),
      ],
      expected: "1 difference: 1 call changed",
    },
    {
      name: "another temporary folder",
      left: [...start, ...turn("Go", ...call("c1", "cat /tmp/run-1/a.txt"))],
      right: [...start, ...turn("Go", ...call("c1", "cat /tmp/run-2/a.txt"))],
      expected: SAME,
    },
    {
      name: "a new field",
      right: [
        ...start,
        ...turn(
          "Go",
          said("On it."),
          toolCall("c1", { title: "ls", kind: "execute", rawInput: {} }),
          callUpdate("c1", { status: "completed" }),
          said("Done."),
        ),
      ],
      expected: "The same steps, but 1 difference: 1 field only in B",
    },
    {
      name: "a new capability",
      right: [INITIALIZE, initialized({ loadSession: true }), ...base.slice(2)],
      expected: "The same steps, but 1 difference: 1 capability only in B",
    },
    {
      name: "another value of a capability",
      left: [INITIALIZE, initialized({ loadSession: false }), ...base.slice(2)],
      right: [INITIALIZE, initialized({ loadSession: true }), ...base.slice(2)],
      expected: "The same steps, but 1 difference: 1 capability changed",
    },
    {
      name: "another version",
      right: [INITIALIZE, initialized({}, "2.0"), ...base.slice(2)],
      expected: SAME,
    },
    {
      name: "a new kind of update",
      right: [
        ...base.slice(0, -1),
        updated({ sessionUpdate: "usage_update", used: 1, size: 2 }),
        ...base.slice(-1),
      ],
      expected: "The same steps, but 1 difference: 1 kind of message only in B",
    },
    {
      name: "a permission request",
      right: [
        ...start,
        ...turn(
          "Go",
          said("On it."),
          toolCall("c1", { title: "ls", kind: "execute" }),
          askedFor("c1"),
          permissionResponse("yes"),
          callUpdate("c1", { status: "completed" }),
          said("Done."),
        ),
      ],
      expected: "2 differences: 1 call changed, 1 kind of message only in B",
    },
    {
      name: "a mode change",
      right: [
        ...base.slice(0, -1),
        updated({ sessionUpdate: "current_mode_update", currentModeId: "plan" }),
        ...base.slice(-1),
      ],
      expected: "2 differences: 1 mode change only in B, 1 kind of message only in B",
    },
    {
      name: "an unfinished turn",
      right: base.slice(0, -1),
      expected: "2 differences: 1 end of a turn changed, 1 kind of message only in A",
    },
    {
      name: "no prompt",
      left: start,
      right: start,
      expected: SAME,
    },
    {
      name: "an empty trace",
      left: [],
      right: [],
      expected: SAME,
    },
  ];

  it.each(cases)("finds $name", ({ left = base, right, expected }) => {
    expect(verdict(compare(left, right))).toBe(expected);
  });

  it("shows the steps of a turn that only one trace has", () => {
    const { turns } = compare(base, [...base, ...turn("More", said("Yes."))]);
    expect(turns.map(({ status }) => status)).toEqual(["both", "right"]);
    expect(turns[1]?.steps.map(({ right }) => right?.kind)).toEqual(["message", "end"]);
  });

  it("finds everything in the trace that is not empty", () => {
    const { left, turns, features } = compare(base, []);
    expect(left.agent).toBe("agent 1.0");
    expect(turns.map(({ status }) => status)).toEqual(["left"]);
    expect(features.messages.length).toBeGreaterThan(0);
  });

  it("marks a duration that is more than twice as long, but does not count it as a difference", () => {
    const slow = base.map((frame, index) => ({ ...frame, t: index * 3000 }));
    const comparison = compareTraces(
      traceOf(...base),
      createTraceSource("slow", formatTrace(slow)),
    );
    expect(verdict(comparison)).toBe(SAME);
    expect(comparison.turns[0]?.slower).toBe("right");
    expect(comparison.turns[0]?.steps.map(({ slower }) => slower)).toEqual([
      undefined,
      "right",
      undefined,
      "right",
    ]);
  });

  it("compares a live log with a trace", () => {
    expect(verdict(compareTraces(liveLog(base), traceOf(...base)))).toBe(SAME);
  });

  it("gives a call that runs more often to one side only", () => {
    const once = turn("Go", ...call("c1", "ls"));
    const twice = turn("Go", ...call("c1", "ls"), ...call("c2", "ls"));
    expect(stepsOf(compare(once, twice))).toEqual(["= call ls", "+ call ls", "= end"]);
  });

  it("matches an exact call rather than one with the same title", () => {
    const bash = (id: string, command: string): Frame =>
      toolCall(id, { title: "bash", kind: "execute", rawInput: { command } });
    const comparison = compare(
      turn("Go", bash("c1", "ls")),
      turn("Go", bash("c1", "pwd"), bash("c2", "ls")),
    );
    expect(stepsOf(comparison)).toEqual(["+ call bash", "= call bash", "= end"]);
  });
});

describe("a subagent", () => {
  it("adds its steps to the turn of its parent", () => {
    const comparison = compareTraces(
      recorded("claude-subagent-unstable"),
      recorded("claude-subagent-unstable"),
    );
    const turns = comparison.turns.filter(({ left }) => left?.prompt !== undefined);
    const steps = turns.flatMap((pair) => pair.steps);
    expect(turns).toHaveLength(1);
    expect(steps.filter(({ left }) => left?.isInSubagent === true).length).toBeGreaterThan(1);
  });
});
