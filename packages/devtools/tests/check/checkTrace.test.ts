import type { Frame } from "@acp-store/core";
import { checkTrace, formatReport } from "@acp-store/devtools";
import { describe, expect, it } from "vitest";
import { callUpdate, recv, said, sent, toolCall, updated } from "../support/frames.js";

const begin = [
  sent({ id: 0, method: "initialize", params: { protocolVersion: 1 } }),
  recv({
    id: 0,
    result: { protocolVersion: 1, agentInfo: { name: "agent", version: "1.0" } },
  }),
  sent({ id: 1, method: "session/new", params: { cwd: "/a", mcpServers: [] } }),
  recv({ id: 1, result: { sessionId: "s1" } }),
];
const cancel = sent({ method: "session/cancel", params: { sessionId: "s1" } });

function prompt(id: number, sessionId = "s1"): Frame {
  return sent({ id, method: "session/prompt", params: { sessionId, prompt: [] } });
}

function ended(id: number, stopReason = "end_turn"): Frame {
  return recv({ id, result: { stopReason } });
}

function asks(id: number, sessionId = "s1"): Frame {
  const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
  const params = { sessionId, toolCall: { toolCallId: "call_1" }, options };
  return recv({ id, method: "session/request_permission", params });
}

function answers(id: number, optionId?: string): Frame {
  const outcome =
    optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId };
  return sent({ id, result: { outcome } });
}

function badItems(count: number): Frame {
  const locations = Array.from({ length: count }, () => 5);
  return toolCall("a", { locations });
}

function close(id: number): Frame[] {
  const asked = sent({ id, method: "session/close", params: { sessionId: "s1" } });
  return [asked, recv({ id, result: {} })];
}

/** What is found after the four frames in which a session is made. */
function found(...frames: Frame[]): string[] {
  return checkTrace([...begin, ...frames]).findings.map(
    ({ frame, severity, code, party }) => `${frame} ${severity} ${code} ${party}`,
  );
}

describe("checkTrace", () => {
  it("finds nothing where nothing is wrong", () => {
    const frames = [
      ...[prompt(2), toolCall("call_1"), asks(0), answers(0, "yes")],
      ...[callUpdate("call_1", { status: "completed" }), ended(2)],
    ];
    expect(checkTrace([...begin, ...frames])).toEqual({
      frames: 10,
      protocolVersion: 1,
      agent: "agent 1.0",
      findings: [],
      counts: { violation: 0, warning: 0, note: 0 },
    });
  });

  it("tells what the store finds wrong with a message, and where", () => {
    const { findings } = checkTrace([...begin, toolCall("call_1", { kind: 5 })]);
    expect(findings).toMatchObject([
      {
        code: "invalid_field",
        severity: "violation",
        frame: 5,
        party: "agent",
        message: expect.stringContaining("msg.params.update.kind: ") as string,
        diagnostic: { value: 5 },
        link: expect.stringContaining("https://agentclientprotocol.com/") as string,
      },
    ]);
  });

  it.each([
    ["a list with more bad items than are named", [badItems(150)], "5 violation more_lost"],
    [
      "a kind of update that is not known",
      [updated({ sessionUpdate: "weather" })],
      "5 warning unknown_update",
    ],
    [
      "a field that the store has itself",
      [toolCall("a", { turnId: "t" })],
      "5 note reserved_field",
    ],
    [
      "a tool call that goes back",
      [toolCall("a", { status: "in_progress" }), callUpdate("a", { status: "pending" })],
      "6 warning status_regression",
    ],
    [
      "an update of a session that was closed",
      [...close(2), said("a")],
      "7 warning session_closed",
    ],
  ] as const)("finds %s", (_what, frames, finding) => {
    expect(found(...frames).filter((line) => !line.includes("invalid_item"))).toEqual([
      `${finding} agent`,
    ]);
  });

  it("finds what is no JSON-RPC message", () => {
    expect(found(sent({}), { dir: "recv", msg: "panic" })).toEqual([
      "5 violation invalid_message client",
      "6 violation invalid_message agent",
    ]);
  });

  it("finds requests without an answer, in both directions", () => {
    expect(found(prompt(2), asks(0))).toEqual([
      "5 note unanswered_request agent",
      "6 note unanswered_request client",
    ]);
  });

  it("finds answers that nobody waits for", () => {
    expect(found(prompt(2), ended(2), ended(2), answers(7))).toEqual([
      "7 violation answer_without_request agent",
      "8 violation answer_without_request client",
    ]);
  });

  it("knows that both sides count from 0", () => {
    expect(found(prompt(0), asks(0), answers(0, "yes"), ended(0))).toEqual([
      "8 warning unfinished_tool_call agent",
    ]);
  });

  it("finds an id that is used again before it is answered", () => {
    expect(found(prompt(2), prompt(2), ended(2))).toContain("6 violation request_id_reused client");
    expect(found(prompt(2), ended(2), prompt(2), ended(2))).toEqual([]);
  });

  it("finds tool calls that are under way when their turn ends, each once", () => {
    const frames = [prompt(2), toolCall("a"), toolCall("b", { status: "completed" }), ended(2)];
    expect(found(...frames, prompt(3), ended(3))).toEqual(["8 warning unfinished_tool_call agent"]);
  });

  it("names the frames in which an unfinished tool call was announced and its permission answered", () => {
    const frames = [prompt(2), toolCall("call_1"), asks(0), answers(0, "yes"), ended(2)];
    const [finding] = checkTrace([...begin, ...frames]).findings;
    expect([finding?.frame, finding?.others]).toEqual([9, [6, 8]]);
    expect(finding?.message).toBe(
      'The tool call "call_1", "Read", announced in frame 6, its permission request answered with "Yes" in frame 8, was "pending" when its turn ended.',
    );
  });

  it("notes tool calls that are under way where the trace ends in their turn", () => {
    expect(found(prompt(2), toolCall("a"))).toEqual([
      "5 note unanswered_request agent",
      "6 note open_tool_call agent",
    ]);
    const done = callUpdate("a", { status: "completed" });
    expect(found(prompt(2), toolCall("a"), done)).toEqual(["5 note unanswered_request agent"]);
  });

  it("says nothing of tool calls that the client stopped", () => {
    expect(found(prompt(2), toolCall("a"), cancel, ended(2, "cancelled"))).toEqual([]);
  });

  it("finds a cancel that is not confirmed", () => {
    expect(found(prompt(2), cancel, ended(2))).toEqual(["7 warning cancel_not_confirmed agent"]);
    const failed = recv({ id: 2, error: { code: -32603, message: "aborted" } });
    expect(found(prompt(2), cancel, failed)).toEqual(["7 warning cancel_not_confirmed agent"]);
  });

  it("does not guess which of several prompts a cancel was about", () => {
    expect(found(prompt(2), prompt(3), cancel, ended(2, "cancelled"), ended(3))).toEqual([]);
  });

  it("finds a turn that was cancelled by nobody", () => {
    expect(found(prompt(2), ended(2, "cancelled"))).toEqual(["6 warning cancelled_unasked agent"]);
  });

  it("finds what comes after a cancelled turn is over, once", () => {
    const over = [prompt(2), cancel, ended(2, "cancelled")];
    expect(found(...over, said("a"), said("b"))).toEqual([
      "8 violation update_after_cancelled_turn agent",
    ]);
    expect(found(...over, prompt(3), said("a"), ended(3))).toEqual([]);
    expect(found(...over, updated({ sessionUpdate: "session_info_update", title: "T" }))).toEqual(
      [],
    );
    expect(found(prompt(2), cancel, said("a"), ended(2, "cancelled"))).toEqual([]);
  });

  it("finds a permission that was given after the cancel", () => {
    const asked = [prompt(2), asks(0), cancel];
    const late = found(...asked, answers(0, "yes"), ended(2, "cancelled"));
    expect(late).toEqual(["8 violation permission_not_cancelled client"]);
    expect(found(...asked, answers(0), ended(2, "cancelled"))).toEqual([]);
  });

  it("finds an answer that was not offered", () => {
    const frames = [
      prompt(2),
      asks(0),
      answers(0, "no"),
      callUpdate("call_1", { status: "failed" }),
    ];
    expect(found(...frames, ended(2))).toEqual(["7 violation option_not_offered client"]);
  });

  it("finds sessions that nobody has named, or only later", () => {
    const about = (sessionId: string) => updated({ sessionUpdate: "plan", entries: [] }, sessionId);
    const made = [
      sent({ id: 2, method: "session/new", params: {} }),
      recv({ id: 2, result: { sessionId: "s3" } }),
    ];
    expect(found(about("s2"), about("s2"), about("s3"), ...made)).toEqual([
      "5 warning unknown_session agent",
      "7 note early_session agent",
    ]);
  });

  it("knows the sessions of answers, of the client's own requests, and of subagents", () => {
    const about = (sessionId: string) => updated({ sessionUpdate: "plan", entries: [] }, sessionId);
    const listed = [
      sent({ id: 2, method: "session/list", params: {} }),
      recv({ id: 2, result: { sessions: [{ sessionId: "s2" }] } }),
      sent({ id: 3, method: "session/load", params: { sessionId: "s3" } }),
      updated({ sessionUpdate: "subagent_update", sessionId: "s4", title: "Child" }),
      recv({ id: 3, result: {} }),
    ];
    expect(found(...listed, about("s2"), about("s3"), about("s4"))).toEqual([]);
  });

  it("says only what is certain of a trace that begins in the middle", () => {
    const { findings, protocolVersion } = checkTrace([
      updated({ sessionUpdate: "tool_call_content_chunk", toolCallId: "a", content: {} }),
      ended(7),
      toolCall("b", { kind: 5 }),
    ]);
    expect(protocolVersion).toBeUndefined();
    const codes = findings.map(({ code, severity }) => `${severity} ${code}`);
    expect(codes[0]).toBe("note no_initialize");
    expect(codes.join()).not.toMatch(/violation|session|answer/);
  });

  it("is sure of what is wrong when it is told the version", () => {
    const { counts } = checkTrace([toolCall("b", { kind: 5 })], { protocolVersion: 1 });
    expect(counts).toEqual({ violation: 1, warning: 0, note: 1 });
  });

  it("leaves the rules of version 1 out of version 2", () => {
    const [first, , ...rest] = begin as [Frame, ...Frame[]];
    const two = recv({ id: 0, result: { protocolVersion: 2, info: { name: "a", version: "2" } } });
    const accepted = recv({ id: 2, result: { messageId: "m1" } });
    const report = checkTrace([first, two, ...rest, prompt(2), cancel, accepted]);
    expect(report).toMatchObject({ protocolVersion: 2, agent: "a 2", findings: [] });
    const [finding] = checkTrace([first, two, ...rest, toolCall("a")]).findings;
    expect(finding).toMatchObject({
      code: "version_mismatch",
      link: "https://agentclientprotocol.com/protocol/v2/initialization#version-negotiation",
    });
  });

  it("has nothing to say of an empty trace", () => {
    expect(checkTrace([])).toMatchObject({ frames: 0, findings: [], agent: undefined });
  });
});

describe("formatReport", () => {
  it("says where, what, what the protocol says, and the sum", () => {
    expect(formatReport(checkTrace([...begin, prompt(2), ended(2, "cancelled")]))).toBe(
      [
        "frame 6: warning: cancelled_unasked (agent)",
        "  The prompt of frame 5 ended as cancelled, but nobody had cancelled it.",
        "  The stop reason cancelled means that the client cancelled the turn.",
        "  https://agentclientprotocol.com/protocol/v1/prompt-turn#stop-reasons",
        "agent 1.0, protocol version 1, 6 frames: 0 violations, 1 warning, 0 notes",
        "",
      ].join("\n"),
    );
  });

  it("says what it does not know", () => {
    expect(formatReport(checkTrace([]))).toBe(
      "unknown agent, unknown protocol version, 0 frames: 0 violations, 0 warnings, 0 notes\n",
    );
  });
});
