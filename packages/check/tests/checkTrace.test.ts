import type { Frame } from "@acp-store/core";
import { checkTrace, createTraceCheck } from "@acp-store/check";
import { describe, expect, it } from "vitest";
import {
  callUpdate,
  recv,
  said,
  sent,
  toolCall,
  updated,
} from "../../devtools/tests/support/frames.js";

const sessionSetup = [
  sent({ id: 0, method: "initialize", params: { protocolVersion: 1 } }),
  recv({
    id: 0,
    result: {
      protocolVersion: 1,
      agentInfo: { name: "agent", version: "1.0" },
      agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, close: {} } },
    },
  }),
  sent({ id: 1, method: "session/new", params: { cwd: "/a", mcpServers: [] } }),
  recv({ id: 1, result: { sessionId: "s1" } }),
];
const cancel = sent({ method: "session/cancel", params: { sessionId: "s1" } });

function prompt(id: number, sessionId = "s1"): Frame {
  return sent({
    id,
    method: "session/prompt",
    params: { sessionId, prompt: [{ type: "text", text: "Hi" }] },
  });
}

function promptResponse(id: number, stopReason = "end_turn"): Frame {
  return recv({ id, result: { stopReason } });
}

function permissionRequest(id: number, sessionId = "s1"): Frame {
  const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
  const params = { sessionId, toolCall: { toolCallId: "call_1" }, options };
  return recv({ id, method: "session/request_permission", params });
}

function permissionResponse(id: number, optionId?: string): Frame {
  const outcome =
    optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId };
  return sent({ id, result: { outcome } });
}

function toolCallWithInvalidLocations(count: number): Frame {
  const locations = Array.from({ length: count }, () => 5);
  return toolCall("a", { locations, status: "completed" });
}

function closeSession(id: number): Frame[] {
  const asked = sent({ id, method: "session/close", params: { sessionId: "s1" } });
  return [asked, recv({ id, result: {} })];
}

/** Checks frames that follow the four frames of a session setup. Returns one line per finding. */
function findingsAfterSetup(...frames: Frame[]): string[] {
  return checkTrace([...sessionSetup, ...frames]).findings.map(
    ({ frame, severity, code, responsible }) => `${frame} ${severity} ${code} ${responsible}`,
  );
}

describe("a message into the running turn", () => {
  const steer = (id: number): Frame =>
    sent({ id, method: "_session/steering", params: { sessionId: "s1", prompt: [] } });
  const steered = (id: number, outcome: string): Frame => recv({ id, result: { outcome } });
  const warning = (frame: number): string => `${frame} warning update_outside_turn agent`;

  it.each([
    ["before", [prompt(2), steer(3), steered(3, "startedNewTurn"), promptResponse(2)]],
    ["after", [prompt(2), steer(3), promptResponse(2), steered(3, "startedNewTurn")]],
  ])("expects the turn that the agent has started %s the end of the other one", (_, frames) => {
    expect(findingsAfterSetup(...frames, said("And more."), said("Done."))).toEqual([]);
  });

  it("expects updates until the agent has answered", () => {
    const frames = [prompt(2), steer(3), promptResponse(2), said("And more.")];
    expect(findingsAfterSetup(...frames, steered(3, "startedNewTurn"))).toEqual([]);
  });

  it("reports updates after the next prompt, a cancel, or another outcome", () => {
    const started = [prompt(2), promptResponse(2), steer(3), steered(3, "startedNewTurn")];
    expect(findingsAfterSetup(...started, prompt(4), promptResponse(4), said("Late."))).toEqual([
      warning(11),
    ]);
    expect(findingsAfterSetup(...started, cancel, said("Late."))).toEqual([warning(10)]);
    const injected = [prompt(2), steer(3), steered(3, "injected"), promptResponse(2)];
    expect(findingsAfterSetup(...injected, said("Late."))).toEqual([warning(9)]);
  });
});

describe("checkTrace", () => {
  it("reports no findings for a correct trace", () => {
    const frames = [
      ...[prompt(2), toolCall("call_1"), permissionRequest(0), permissionResponse(0, "yes")],
      ...[callUpdate("call_1", { status: "completed" }), promptResponse(2)],
    ];
    expect(checkTrace([...sessionSetup, ...frames])).toEqual({
      frames: 10,
      protocolVersion: 1,
      agent: "agent 1.0",
      findings: [],
      counts: { violation: 0, warning: 0, note: 0 },
    });
  });

  it("reports what a message should contain and what it contains, once for each defect", () => {
    const call = toolCall("call_1", { kind: 5, status: "completed" });
    const { findings } = checkTrace([...sessionSetup, prompt(2), call, promptResponse(2)]);
    expect(findings).toMatchObject([
      {
        code: "wrong_type",
        severity: "violation",
        frame: 6,
        responsible: "agent",
        method: "session/update",
        update: "tool_call",
        path: "params.update.kind",
        expected: expect.stringContaining('"read" | "edit" |') as string,
        actual: 5,
        link: expect.stringContaining("https://agentclientprotocol.com/") as string,
      },
    ]);
  });

  it("reports the diagnostics of the store with their frame and path", () => {
    const call = toolCall("call_1", { status: "completed" });
    const late = callUpdate("call_1", { status: "failed" });
    const { findings } = checkTrace([...sessionSetup, prompt(2), call, late, promptResponse(2)]);
    expect(findings).toMatchObject([
      { code: "late_update", frame: 7, path: "params.update.status", actual: "failed" },
    ]);
    expect(findings[0]?.diagnostic?.code).toBe("late_update");
  });

  it.each([
    [
      "the same problem of many items of a list once",
      [prompt(2), toolCallWithInvalidLocations(150)],
      "6 violation wrong_type",
    ],
    [
      "an unknown kind of update",
      [updated({ sessionUpdate: "weather" })],
      "5 violation unknown_value",
    ],
    [
      "a field that the protocol does not define",
      [prompt(2), toolCall("a", { turnId: "t", status: "completed" })],
      "6 warning unknown_field",
    ],
    [
      "a tool call whose status goes backwards",
      [
        ...[prompt(2), toolCall("a", { status: "in_progress" })],
        ...[callUpdate("a", { status: "pending" }), callUpdate("a", { status: "failed" })],
      ],
      "7 warning status_regression",
    ],
    [
      "an update of a closed session",
      [...closeSession(3), updated({ sessionUpdate: "session_info_update", title: "T" })],
      "7 warning session_closed",
    ],
  ] as const)("reports %s", (_name, frames, finding) => {
    // Some traces end before their prompt.
    expect(findingsAfterSetup(...frames).filter((line) => !line.includes(" note "))).toEqual([
      `${finding} agent`,
    ]);
  });

  it("reports frames that are not JSON-RPC messages", () => {
    expect(findingsAfterSetup(sent({}), { dir: "recv", msg: "panic" })).toEqual([
      "5 violation invalid_envelope client",
      "6 violation invalid_envelope agent",
    ]);
  });

  it("reports requests without a response in both directions", () => {
    expect(findingsAfterSetup(prompt(2), permissionRequest(0))).toEqual([
      "5 note unanswered_request agent",
      "6 note unanswered_request client",
    ]);
  });

  it("reports responses without a pending request", () => {
    expect(
      findingsAfterSetup(prompt(2), promptResponse(2), promptResponse(2), permissionResponse(7)),
    ).toEqual([
      "7 violation answer_without_request agent",
      "8 violation answer_without_request client",
    ]);
  });

  it("accepts the same request id from both sides", () => {
    expect(
      findingsAfterSetup(
        prompt(0),
        permissionRequest(0),
        permissionResponse(0, "yes"),
        promptResponse(0),
      ),
    ).toEqual(["8 warning unfinished_tool_call agent"]);
  });

  it("reports a request id that is reused before the response", () => {
    expect(findingsAfterSetup(prompt(2), prompt(2), promptResponse(2))).toContain(
      "6 violation request_id_reused client",
    );
    expect(findingsAfterSetup(prompt(2), promptResponse(2), prompt(2), promptResponse(2))).toEqual(
      [],
    );
  });

  it("counts request ids from the start after a reconnect", () => {
    const reconnected = [
      ...sessionSetup.slice(0, 2),
      sent({
        id: 1,
        method: "session/load",
        params: { sessionId: "s1", cwd: "/a", mcpServers: [] },
      }),
      recv({ id: 1, result: {} }),
    ];
    const { findings } = checkTrace([
      ...sessionSetup,
      ...[prompt(2), permissionRequest(0), cancel, prompt(3)],
      ...reconnected,
      ...[prompt(2), permissionRequest(0), permissionResponse(0, "yes")],
      ...[callUpdate("call_1", { status: "completed" }), cancel, promptResponse(2, "end_turn")],
    ]);
    expect(findings.map(({ frame, code, message }) => `${frame} ${code}: ${message}`)).toEqual([
      '5 unanswered_request: "session/prompt" with the id 2 has no response by the end of its connection in frame 9.',
      '6 unanswered_request: "session/request_permission" with the id 0 has no response by the end of its connection in frame 9.',
      "8 overlapping_prompts: The prompt in frame 5 has no response yet.",
      '8 unanswered_request: "session/prompt" with the id 3 has no response by the end of its connection in frame 9.',
      '18 cancel_not_confirmed: The prompt in frame 13 was cancelled in frame 17, but it ended with "end_turn".',
    ]);
  });

  it("accepts a second initialize that offers another version over the same connection", () => {
    const [initialize, response] = sessionSetup as [Frame, Frame];
    const refused = recv({ id: 0, error: { code: -32022, message: "No version 2." } });
    expect(checkTrace([initialize, refused, initialize, response]).findings).toEqual([]);
  });

  it("reports each tool call that is unfinished when its turn ends once", () => {
    const frames = [
      prompt(2),
      toolCall("a"),
      toolCall("b", { status: "completed" }),
      promptResponse(2),
    ];
    expect(findingsAfterSetup(...frames, prompt(3), promptResponse(3))).toEqual([
      "8 warning unfinished_tool_call agent",
    ]);
  });

  it("reports tool calls that are unfinished when a version 2 agent becomes idle", () => {
    const state = (name: string, extra: object = {}) =>
      updated({ sessionUpdate: "state_update", state: name, ...extra });
    const background = [{ type: "tool_call", toolCallId: "b" }];
    const { findings } = checkTrace(
      [
        prompt(2),
        recv({ id: 2, result: { messageId: "u1" } }),
        updated({ sessionUpdate: "user_message", messageId: "u1" }),
        state("running"),
        ...["a", "b"].map((id) => callUpdate(id, { status: "in_progress" })),
        state("idle", { stopReason: "end_turn", background }),
      ],
      { protocolVersion: 2 },
    );
    expect(findings.map(({ frame, code }) => `${frame} ${code}`)).toEqual([
      "1 no_initialize",
      "7 unfinished_tool_call",
    ]);
  });

  it("names the announcement and the permission response of an unfinished tool call", () => {
    const frames = [
      prompt(2),
      toolCall("call_1"),
      permissionRequest(0),
      permissionResponse(0, "yes"),
      promptResponse(2),
    ];
    const [finding] = checkTrace([...sessionSetup, ...frames]).findings;
    expect([finding?.frame, finding?.relatedFrames]).toEqual([9, [6, 8]]);
    expect(finding?.message).toBe(
      'The tool call "call_1" ("Read", announced in frame 6, permission request answered with "Yes" in frame 8) was still "pending" when its turn ended.',
    );
  });

  it("notes unfinished tool calls if the trace ends before their turn", () => {
    expect(findingsAfterSetup(prompt(2), toolCall("a"))).toEqual([
      "5 note unanswered_request agent",
      "6 note open_tool_call agent",
    ]);
    const done = callUpdate("a", { status: "completed" });
    expect(findingsAfterSetup(prompt(2), toolCall("a"), done)).toEqual([
      "5 note unanswered_request agent",
    ]);
  });

  it("ignores unfinished tool calls that the client cancelled", () => {
    expect(
      findingsAfterSetup(prompt(2), toolCall("a"), cancel, promptResponse(2, "cancelled")),
    ).toEqual([]);
  });

  it("reports a cancel that the agent does not confirm", () => {
    expect(findingsAfterSetup(prompt(2), cancel, promptResponse(2))).toEqual([
      "7 warning cancel_not_confirmed agent",
    ]);
    const failed = recv({ id: 2, error: { code: -32603, message: "aborted" } });
    expect(findingsAfterSetup(prompt(2), cancel, failed)).toEqual([
      "7 warning cancel_not_confirmed agent",
    ]);
  });

  it("does not report an unconfirmed cancel if several prompts were open", () => {
    expect(
      findingsAfterSetup(
        prompt(2),
        prompt(3),
        cancel,
        promptResponse(2, "cancelled"),
        promptResponse(3),
      ),
    ).toEqual(["6 warning overlapping_prompts client"]);
  });

  it("reports a cancelled turn that the client did not cancel", () => {
    expect(findingsAfterSetup(prompt(2), promptResponse(2, "cancelled"))).toEqual([
      "6 warning cancelled_unasked agent",
    ]);
  });

  it("reports the first update after the end of a cancelled turn", () => {
    const over = [prompt(2), cancel, promptResponse(2, "cancelled")];
    expect(findingsAfterSetup(...over, said("a"), said("b"))).toEqual([
      "8 violation update_after_cancelled_turn agent",
    ]);
    expect(findingsAfterSetup(...over, prompt(3), said("a"), promptResponse(3))).toEqual([]);
    expect(
      findingsAfterSetup(...over, updated({ sessionUpdate: "session_info_update", title: "T" })),
    ).toEqual([]);
    expect(
      findingsAfterSetup(prompt(2), cancel, said("a"), promptResponse(2, "cancelled")),
    ).toEqual([]);
  });

  it("reports a permission that the client grants after cancelling the turn", () => {
    const asked = [prompt(2), permissionRequest(0), cancel];
    const late = findingsAfterSetup(
      ...asked,
      permissionResponse(0, "yes"),
      promptResponse(2, "cancelled"),
    );
    expect(late).toEqual(["8 violation permission_not_cancelled client"]);
    expect(
      findingsAfterSetup(...asked, permissionResponse(0), promptResponse(2, "cancelled")),
    ).toEqual([]);
  });

  it("reports a selected option that was not offered", () => {
    const frames = [
      prompt(2),
      permissionRequest(0),
      permissionResponse(0, "no"),
      callUpdate("call_1", { status: "failed" }),
    ];
    expect(findingsAfterSetup(...frames, promptResponse(2))).toEqual([
      "7 violation option_not_offered client",
    ]);
  });

  it("reports a permission request without a response as a violation once its turn has ended", () => {
    const asked = [prompt(2), toolCall("call_1"), permissionRequest(0)];
    expect(findingsAfterSetup(...asked)).toEqual([
      "5 note unanswered_request agent",
      "7 note unanswered_request client",
    ]);
    const ended = [callUpdate("call_1", { status: "completed" }), promptResponse(2)];
    expect(findingsAfterSetup(...asked, ...ended)).toEqual([
      "7 violation permission_unanswered client",
    ]);
    const unfinished = [prompt(2), prompt(3), permissionRequest(0), promptResponse(2)];
    expect(findingsAfterSetup(...unfinished)).not.toContainEqual(
      expect.stringContaining("permission_unanswered"),
    );
  });

  it("reports sessions that are unknown, or used before their id is known", () => {
    const about = (sessionId: string) => updated({ sessionUpdate: "plan", entries: [] }, sessionId);
    const made = [
      sent({ id: 2, method: "session/new", params: { cwd: "/a", mcpServers: [] } }),
      recv({ id: 2, result: { sessionId: "s3" } }),
    ];
    expect(findingsAfterSetup(about("s2"), about("s2"), about("s3"), ...made)).toEqual([
      "5 warning unknown_session agent",
      "7 note early_session agent",
    ]);
  });

  it("accepts sessions from responses, client requests and subagent updates", () => {
    const about = (sessionId: string) => updated({ sessionUpdate: "plan", entries: [] }, sessionId);
    const listed = [
      sent({ id: 2, method: "session/list", params: {} }),
      recv({ id: 2, result: { sessions: [{ sessionId: "s2", cwd: "/w" }] } }),
      sent({
        id: 3,
        method: "session/load",
        params: { sessionId: "s3", cwd: "/a", mcpServers: [] },
      }),
      about("s3"),
      updated({ sessionUpdate: "subagent_update", sessionId: "s4", title: "Child" }),
      recv({ id: 3, result: {} }),
    ];
    expect(findingsAfterSetup(...listed, about("s2"), about("s4"))).toEqual([
      // The client has not announced that it understands subagents.
      "9 violation not_announced agent",
    ]);
  });

  it("reports a cursor that the agent has not sent", () => {
    const list = (id: number, cursor?: string): Frame =>
      sent({ id, method: "session/list", params: cursor === undefined ? {} : { cursor } });
    const page = (id: number, nextCursor?: string): Frame =>
      recv({ id, result: { sessions: [], ...(nextCursor !== undefined && { nextCursor }) } });
    const pages = [list(2), page(2, "a"), list(3, "a"), page(3)];
    expect(findingsAfterSetup(...pages)).toEqual([]);
    expect(findingsAfterSetup(...pages, list(4, "b"), page(4))).toEqual([
      "9 violation value_not_offered client",
    ]);
  });

  it("compares the folders of a list without a slash at the end", () => {
    const listed = (cwd: string): Frame[] => [
      sent({ id: 2, method: "session/list", params: { cwd: "/a/b/" } }),
      recv({ id: 2, result: { sessions: [{ sessionId: "s2", cwd }] } }),
    ];
    expect(findingsAfterSetup(...listed("/a/b"))).toEqual([]);
    expect(findingsAfterSetup(...listed("/a/bc"))).toEqual(["6 violation unlisted_cwd agent"]);
  });

  it("reports a time that is not ISO 8601, in version 1 too", () => {
    const info = (updatedAt: string | null): Frame =>
      updated({ sessionUpdate: "session_info_update", updatedAt });
    expect(findingsAfterSetup(info("2026-01-12T15:00:58Z"), info(null))).toEqual([]);
    expect(findingsAfterSetup(info("yesterday"))).toEqual(["5 violation invalid_format agent"]);
  });

  it("reports no violations for a trace that starts in the middle", () => {
    const { findings, protocolVersion } = checkTrace([
      updated({ sessionUpdate: "tool_call_content_chunk", toolCallId: "a", content: {} }),
      promptResponse(7),
      toolCall("b", { kind: 5 }),
    ]);
    expect(protocolVersion).toBeUndefined();
    const codes = findings.map(({ code, severity }) => `${severity} ${code}`);
    expect(codes[0]).toBe("note no_initialize");
    expect(codes.join()).not.toMatch(/violation|session|answer/);
  });

  it("does not check lines of stderr, but counts them as frames", () => {
    const line: Frame = { dir: "stderr", msg: '{"id":1,"result":{}}' };
    const invalid = toolCall("b", { kind: 5, status: "completed" });
    const trace = [line, ...sessionSetup.flatMap((frame) => [frame, line]), invalid, line];
    const { frames, findings, protocolVersion } = checkTrace(trace);
    expect({ frames, protocolVersion }).toEqual({ frames: 11, protocolVersion: 1 });
    expect(findings.map(({ code, frame }) => `${frame} ${code}`)).toEqual(
      checkTrace([...sessionSetup, invalid]).findings.map(({ code }) => `10 ${code}`),
    );
    expect(findings.length).toBeGreaterThan(0);
  });

  it("reports a missing initialize at the first message", () => {
    const line: Frame = { dir: "stderr", msg: "starting" };
    const [finding] = checkTrace([line, line, said("Hello")]).findings;
    expect(finding).toMatchObject({ code: "no_initialize", frame: 3 });
    expect(checkTrace([line]).findings).toEqual([]);
  });

  it("reports violations for a trace without initialize if the version is given", () => {
    const { counts } = checkTrace([toolCall("b", { kind: 5 })], { protocolVersion: 1 });
    expect(counts).toEqual({ violation: 1, warning: 0, note: 1 });
  });

  it("does not apply version 1 rules to version 2", () => {
    const [, , ...rest] = sessionSetup;
    const info = { name: "a", version: "2" };
    const first = sent({ id: 0, method: "initialize", params: { protocolVersion: 2, info } });
    const two = recv({
      id: 0,
      result: { protocolVersion: 2, info, capabilities: { session: {} } },
    });
    const accepted = recv({ id: 2, result: { messageId: "m1" } });
    const report = checkTrace([first, two, ...rest, prompt(2), cancel, accepted]);
    expect(report).toMatchObject({ protocolVersion: 2, agent: "a 2", findings: [] });
    const [finding] = checkTrace([first, two, ...rest, toolCall("a")]).findings;
    expect(finding).toMatchObject({
      code: "version_mismatch",
      link: "https://agentclientprotocol.com/protocol/v2/initialization#version-negotiation",
    });
  });

  it("reports no findings for an empty trace", () => {
    expect(checkTrace([])).toMatchObject({ frames: 0, findings: [], agent: undefined });
  });
});

describe("createTraceCheck", () => {
  it("reports what is not over yet only for a connection that has ended", () => {
    const check = createTraceCheck();
    for (const frame of [...sessionSetup, prompt(2)]) check.add(frame);
    const codesOf = (isEnd: boolean): string[] =>
      check.report({ isEnd }).findings.map(({ code, method }) => `${code} ${method}`);
    expect(codesOf(false)).toEqual([]);
    expect(codesOf(true)).toEqual(["unanswered_request session/prompt"]);
    check.add(promptResponse(2));
    expect(codesOf(true)).toEqual([]);
  });

  it("reports a violation as soon as its frame was added", () => {
    const check = createTraceCheck();
    for (const frame of sessionSetup) check.add(frame);
    expect(check.report({ isEnd: false }).findings).toEqual([]);
    check.add(promptResponse(9));
    expect(check.report({ isEnd: false })).toMatchObject({
      frames: 5,
      agent: "agent 1.0",
      findings: [{ code: "answer_without_request", frame: 5 }],
    });
  });
});

it("checks messages whose names are those of inherited methods", () => {
  const frames = ["toString", "constructor", "hasOwnProperty"].flatMap((name, id) => [
    recv({ id: 10 + id, method: name, params: { sessionId: "s1" } }),
    sent({ id: 20 + id, method: name, params: { prompt: [{ type: name }] } }),
    recv({
      method: "session/update",
      params: { sessionId: "s1", update: { sessionUpdate: name } },
    }),
  ]);
  const { findings } = checkTrace([...sessionSetup, ...frames]);
  expect(findings.filter(({ code }) => code === "unknown_method")).toHaveLength(6);
});
