import {
  deserialize,
  type InspectRecord,
  isAcpPermissionError,
  selectPendingPermissions,
  selectSessions,
  serialize,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { codes, session, text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

const sent = (msg: object, t?: number) => ({
  dir: "sent" as const,
  msg,
  ...(t === undefined ? {} : { t }),
});
const recv = (msg: object, t?: number) => ({
  dir: "recv" as const,
  msg,
  ...(t === undefined ? {} : { t }),
});
const prompt = (id: unknown, value = "Go") =>
  sent({ id, method: "session/prompt", params: { sessionId: "s1", prompt: [text(value)] } });
const ask = (id: unknown) =>
  recv({
    id,
    method: "session/request_permission",
    params: {
      sessionId: "s1",
      toolCall: { toolCallId: "c1", title: "Run" },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    },
  });
const answer = (id: unknown, outcome: object) => sent({ id, result: { outcome } });

function observed(...frames: Parameters<TrackedStore["observe"]>[0][]): TrackedStore {
  const store = trackedStore();
  for (const frame of frames) expect(store.observe(frame).accepted).toBe(true);
  return store;
}

describe("an existing session that cannot be opened", () => {
  const load = sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/a" } });
  const resume = sent({ id: 1, method: "session/resume", params: { sessionId: "s1", cwd: "/a" } });
  const refused = recv({ id: 1, error: { code: -32002, message: "No such session" } });
  const openIds = (store: TrackedStore) =>
    selectSessions(store.getState()).map(({ sessionId }) => sessionId);

  it.each([
    ["loaded", load],
    ["resumed", resume],
  ])("is closed when it is not %s", (_, request) => {
    expect(openIds(observed(request))).toEqual(["s1"]);
    expect(openIds(observed(request, refused))).toEqual([]);
  });

  it("is closed when the connection is lost meanwhile", () => {
    const store = observed(load);
    store.disconnect();
    expect(openIds(store)).toEqual([]);
  });

  it("keeps its previous content", () => {
    const store = observed(prompt(0), recv({ id: 0, result: { stopReason: "end_turn" } }));
    for (const frame of [load, refused]) store.observe(frame);
    expect(openIds(store)).toEqual(["s1"]);
    expect(session(store).messages.size).toBe(1);
    expect(session(store).replaying).toBeUndefined();
  });

  it("can be loaded later", () => {
    const store = observed(load, refused, load);
    expect(openIds(store)).toEqual(["s1"]);
  });
});

describe("observing the setup", () => {
  it("takes the version and the agent from initialize", () => {
    const store = observed(
      sent({ id: 0, method: "initialize", params: { protocolVersion: 1 } }),
      recv({
        id: 0,
        result: {
          protocolVersion: 1,
          agentInfo: { name: "gemini", version: "1.0" },
          agentCapabilities: { loadSession: true },
          authMethods: [{ id: "key", name: "API key" }],
        },
      }),
    );
    expect(store.getState()).toMatchObject({
      protocolVersion: 1,
      agent: {
        info: { name: "gemini", version: "1.0" },
        capabilities: { loadSession: true },
        authMethods: [{ id: "key", name: "API key" }],
      },
    });
  });

  it("switches to the version that the agent chose", () => {
    const store = observed(
      sent({ id: 0, method: "initialize", params: { protocolVersion: 2 } }),
      recv({ id: 0, result: { protocolVersion: 2, info: { name: "claude", version: "2.0" } } }),
    );
    expect(store.getState().protocolVersion).toBe(2);
    expect(store.getState().agent).toEqual({ info: { name: "claude", version: "2.0" } });
  });

  it("opens the session that session/new returns", () => {
    const modes = { currentModeId: "ask", availableModes: [{ id: "ask", name: "Ask" }] };
    const store = observed(
      sent({ id: "uuid", method: "session/new", params: { cwd: "/workspace", mcpServers: [] } }),
      recv({ id: "uuid", result: { sessionId: "s1", modes } }),
    );
    expect(session(store)).toMatchObject({ sessionId: "s1", cwd: "/workspace", modes });
  });

  it("keeps updates that arrive before the response to session/new", () => {
    const store = observed(
      sent({ id: 1, method: "session/new", params: { cwd: "/w" } }),
      recv({
        method: "session/update",
        params: {
          sessionId: "s1",
          update: { sessionUpdate: "current_mode_update", currentModeId: "code" },
        },
      }),
      recv({ id: 1, result: { sessionId: "s1" } }),
    );
    expect(session(store)).toMatchObject({ cwd: "/w", modes: { currentModeId: "code" } });
  });

  it("applies modes and settings that the agent accepts, and no others", () => {
    const option = { id: "web", name: "Web", type: "boolean", currentValue: true };
    const store = observed(
      sent({ id: 1, method: "session/set_mode", params: { sessionId: "s1", modeId: "plan" } }),
      sent({ id: 2, method: "session/set_mode", params: { sessionId: "s1", modeId: "yolo" } }),
      sent({
        id: 3,
        method: "session/set_config_option",
        params: { sessionId: "s1", configId: "web", value: true },
      }),
      recv({ id: 1, result: {} }),
      recv({ id: 2, error: { code: -32602, message: "No such mode" } }),
      recv({ id: 3, result: { configOptions: [option] } }),
    );
    expect(session(store)).toMatchObject({
      modes: { currentModeId: "plan" },
      configOptions: [option],
    });
  });

  const plan = recv({
    method: "session/update",
    params: { sessionId: "s1", update: { sessionUpdate: "plan", entries: [] } },
  });
  const endSession = (method: string) =>
    sent({ id: 1, method: `session/${method}`, params: { sessionId: "s1" } });

  it.each(["close", "delete", "archive"])("closes a session after session/%s", (method) => {
    const store = observed(plan, endSession(method));
    expect(session(store)).not.toHaveProperty("closed");
    store.observe(recv({ id: 1, result: {} }));
    expect(session(store).closed).toBe(true);
    expect(session(store).plans.size).toBe(0);
  });

  it("closes a session that the agent no longer knows", () => {
    const error = { code: -32002, message: "Not found" };
    const store = observed(plan, endSession("close"), recv({ id: 1, error }));
    expect(session(store).closed).toBe(true);
  });

  it.each(["close", "delete", "archive"])("keeps a session if session/%s fails", (method) => {
    const store = observed(plan, endSession(method));
    const before = store.getState();
    store.observe(recv({ id: 1, error: { code: -32603, message: "Busy" } }));
    expect(store.getState()).toBe(before);
  });

  it("opens the session that session/fork returns", () => {
    const store = observed(
      plan,
      sent({ id: 1, method: "session/fork", params: { sessionId: "s1", cwd: "/w" } }),
      recv({ id: 1, result: { sessionId: "s2" } }),
    );
    expect(store.getState().sessions.get("s2")).toMatchObject({ sessionId: "s2", cwd: "/w" });
    expect(store.getState().sessions.get("s2")?.plans.size).toBe(0);
    expect(session(store).plans.size).toBe(1);
  });

  it("remembers the session that a session was forked from, even when it is closed", () => {
    const store = observed(
      plan,
      sent({ id: 1, method: "session/fork", params: { sessionId: "s1", cwd: "/w" } }),
      recv({ id: 1, result: { sessionId: "s2" } }),
      sent({ id: 2, method: "session/new", params: { cwd: "/w" } }),
      recv({ id: 2, result: { sessionId: "s3" } }),
    );
    const origins = () =>
      ["s1", "s2", "s3"].map((id) => store.getState().sessions.get(id)?.forkedFrom);
    expect(origins()).toEqual([undefined, "s1", undefined]);
    store.closeSession("s2");
    expect(origins()).toEqual([undefined, "s1", undefined]);
  });

  it("uses the title from the response to session/set_title", () => {
    const params = { sessionId: "s1", title: " New " };
    const store = observed(plan, sent({ id: 1, method: "session/set_title", params }));
    expect(session(store).info).toEqual({});
    store.observe(recv({ id: 1, result: { title: "New" } }));
    expect(session(store).info).toEqual({ title: "New" });
  });
});

describe("observing a turn", () => {
  const usage = { totalTokens: 3, inputTokens: 1, outputTokens: 2 };

  it("starts with the prompt and ends with its response", () => {
    const store = observed(
      prompt(0),
      recv({ id: 0, result: { stopReason: "end_turn", usage, _meta: { tokens: 5 } } }),
    );
    const [turn] = session(store).turns.values();
    expect(turn).toMatchObject({
      status: "ended",
      stopReason: "end_turn",
      usage,
      _meta: { tokens: 5 },
    });
    expect([...session(store).messages.values()].map(({ content }) => content)).toEqual([
      [text("Go")],
    ]);
  });

  it("ends the turn of the prompt that was answered", () => {
    const store = observed(
      prompt(0),
      prompt(1),
      recv({ id: 1, result: { stopReason: "refusal" } }),
    );
    expect([...session(store).turns.values()].map(({ status }) => status)).toEqual([
      "running",
      "ended",
    ]);
  });

  it("fails with the error of the response", () => {
    const store = observed(
      prompt(0),
      recv({ id: 0, error: { code: -32000, message: "Log in", data: 1 } }),
    );
    expect([...session(store).turns.values()][0]).toMatchObject({
      status: "failed",
      error: { code: -32000, message: "Log in", data: 1 },
    });
  });

  it("ends even if the response is malformed", () => {
    const store = observed(prompt(0));
    const result = store.observe(recv({ id: 0, result: "done" }));
    expect(codes(result)).toEqual(["invalid_message"]);
    expect(session(store).activity).toBe("idle");
  });

  it.each([
    [
      "neither a result nor an error",
      {},
      "The agent responded with an error that has no message.",
      1,
    ],
    ["a string as its error", { error: "no" }, "no", 0],
  ])("fails if the response has %s", (_what, answer, message, diagnostics) => {
    const store = observed(prompt(0));
    const result = store.observe(recv({ id: 0, ...answer }));
    expect(result.diagnostics).toHaveLength(diagnostics);
    expect([...session(store).turns.values()][0]).toMatchObject({
      status: "failed",
      error: { message },
    });
    expect(session(store).activity).toBe("idle");
  });

  it("is cancelling after session/cancel", () => {
    const store = observed(
      prompt(0),
      sent({ method: "session/cancel", params: { sessionId: "s1" } }),
    );
    expect(session(store).activity).toBe("cancelling");
  });

  it("uses the times of the frames", () => {
    const store = observed(
      { ...prompt(0), t: 100 },
      { ...recv({ id: 0, result: { stopReason: "end_turn" } }), t: 250 },
    );
    expect([...session(store).turns.values()][0]).toMatchObject({ startedAt: 100, endedAt: 250 });
  });
});

describe("observing permissions", () => {
  it("keeps the ids of the two directions apart", () => {
    const store = observed(prompt(0), ask(0), recv({ id: 1, result: {} }));
    expect(session(store).activity).toBe("requires_action");
    store.observe(answer(0, { outcome: "selected", optionId: "yes" }));
    expect(session(store)).toMatchObject({ activity: "running" });
    expect([...session(store).permissions.values()]).toMatchObject([
      { status: "selected", optionId: "yes" },
    ]);
  });

  it("distinguishes the number 1 from the string 1", () => {
    const store = observed(ask(1), ask("1"), answer("1", { outcome: "selected", optionId: "yes" }));
    expect(
      [...session(store).permissions.values()].map(({ requestId, status }) => [requestId, status]),
    ).toEqual([
      [1, "pending"],
      ["1", "selected"],
    ]);
  });

  it("takes the answer that was sent, even after a cancel", () => {
    const store = observed(
      prompt(0),
      ask(0),
      sent({ method: "session/cancel", params: { sessionId: "s1" } }),
      answer(0, { outcome: "selected", optionId: "yes" }),
    );
    expect([...session(store).permissions.values()]).toMatchObject([
      { status: "selected", optionId: "yes" },
    ]);
  });

  it("keeps the reason when the answer that was sent is cancelled too", () => {
    const store = observed(
      prompt(0),
      ask(0),
      recv({ id: 0, result: { stopReason: "end_turn" } }),
      answer(0, { outcome: "cancelled" }),
    );
    expect([...session(store).permissions.values()]).toMatchObject([
      { status: "cancelled", reason: "turn_ended" },
    ]);
  });

  it("withdraws a request that the agent cancels", () => {
    const store = observed(ask(3), recv({ method: "$/cancel_request", params: { requestId: 3 } }));
    expect([...session(store).permissions.values()]).toMatchObject([
      { status: "cancelled", reason: "withdrawn" },
    ]);
  });

  it("joins the handler that answers the request", async () => {
    const store = observed(ask(5));
    const [pending] = selectPendingPermissions(store.getState());
    const response = store.requestPermission(
      { sessionId: "s1", toolCall: { toolCallId: "c1" }, options: pending?.options ?? [] },
      { requestId: 5 },
    );
    expect(session(store).permissions.size).toBe(1);
    store.respondToPermission(pending?.permissionId ?? "", "yes");
    await expect(response).resolves.toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    store.observe(answer(5, { outcome: "selected", optionId: "yes" }));
    expect([...session(store).permissions.values()]).toMatchObject([{ reason: "user" }]);
  });

  it("gives handlers without a request id the observed requests in order", async () => {
    const store = observed(ask(5), ask(6));
    const params = { sessionId: "s1", toolCall: { toolCallId: "c1" }, options: [] };
    const responses = [store.requestPermission(params), store.requestPermission(params)];
    expect(session(store).permissions.size).toBe(2);
    const [, second] = selectPendingPermissions(store.getState());
    store.respondToPermission(second?.permissionId ?? "", "yes");
    store.cancelTurn("s1");
    expect(await Promise.all(responses)).toEqual([
      { outcome: { outcome: "cancelled" } },
      { outcome: { outcome: "selected", optionId: "yes" } },
    ]);
  });

  it("does not give a handler without a request id a request about another tool call", () => {
    const store = observed(ask(5));
    const toolCall = { toolCallId: "c2", title: "Delete" };
    void store.requestPermission({ sessionId: "s1", toolCall, options: [] });
    expect(selectPendingPermissions(store.getState()).map(({ toolCallId }) => toolCallId)).toEqual([
      "c1",
      "c2",
    ]);
  });

  it("resolves the handler if the request was settled in between", async () => {
    const store = observed(
      prompt(0),
      ask(5),
      sent({ method: "session/cancel", params: { sessionId: "s1" } }),
    );
    const response = store.requestPermission(
      { sessionId: "s1", toolCall: { toolCallId: "c1" }, options: [] },
      { requestId: 5 },
    );
    await expect(response).resolves.toEqual({ outcome: { outcome: "cancelled" } });
    expect(session(store).permissions.size).toBe(1);
  });
});

describe("a closed session", () => {
  const closed = (): TrackedStore => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    store.closeSession("s1");
    return store;
  };
  const request = (method: string, params: object) =>
    recv({ id: 1, method, params: { sessionId: "s1", ...params } });
  const form = { mode: "form", message: "Which?", requestedSchema: {} };

  it.each([
    ["a permission request", ask(1)],
    ["an elicitation", request("elicitation/create", form)],
    ["a terminal", request("terminal/create", { command: "ls" })],
    ["a prompt", prompt(1)],
  ])("rejects %s", (_name, frame) => {
    const store = closed();
    const before = store.getState();
    expect(store.observe(frame)).toMatchObject({
      accepted: false,
      diagnostics: [{ code: "session_closed", path: ["msg", "params", "sessionId"] }],
    });
    store.observe(recv({ id: 1, result: { stopReason: "end_turn" } }));
    store.observe(sent({ id: 1, result: { terminalId: "t1" } }));
    expect(store.getState()).toBe(before);
  });

  it("ignores the response to a terminal request from before", () => {
    const store = observed(request("terminal/create", { command: "ls" }));
    store.openSession({ sessionId: "s1" });
    store.closeSession("s1");
    store.observe(sent({ id: 1, result: { terminalId: "t1" } }));
    expect(session(store).terminals.size).toBe(0);
  });

  it("does not start a turn", () => {
    const store = closed();
    const before = store.getState();
    const found: string[] = [];
    store.inspect((record) => record.type === "diagnostic" && found.push(record.diagnostic.code));
    store.startTurn("s1", [text("Go")]);
    expect(store.getState()).toBe(before);
    expect(found).toEqual(["session_closed"]);
  });
});

describe("a new connection", () => {
  const deletion = {
    sessionId: "s1",
    toolCall: { toolCallId: "c2", title: "Delete all" },
    options: [{ optionId: "yes", name: "Always", kind: "allow_always" }],
  };
  const other = recv({
    id: 0,
    method: "session/request_permission",
    params: deletion,
  });

  it("does not join a request of a saved state that has the same id", async () => {
    const saved = JSON.parse(JSON.stringify(serialize(observed(ask(0)).getState())));
    const store = trackedStore({ initialState: deserialize(saved), idPrefix: "u" });
    store.observe(other);
    const response = store.requestPermission(deletion, { requestId: 0 });
    expect([...session(store).permissions.values()]).toMatchObject([
      { permissionId: "permission-t-1", status: "cancelled", reason: "withdrawn" },
      { permissionId: "permission-u-1", status: "pending", toolCall: { title: "Delete all" } },
    ]);
    const lateAnswer = () => store.respondToPermission("permission-t-1", "yes");
    expect(lateAnswer).toThrow(expect.toSatisfy(isAcpPermissionError));
    expect(lateAnswer).toThrow("is already cancelled (withdrawn)");
    expect(session(store).permissions.get("permission-u-1")?.status).toBe("pending");
    store.respondToPermission("permission-u-1", "yes");
    await expect(response).resolves.toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
  });

  it("adds a request that was pending on the previous connection", () => {
    const store = observed(ask(5));
    store.disconnect();
    const toolCall = { toolCallId: "c1", title: "Run" };
    void store.requestPermission({ sessionId: "s1", toolCall, options: [] }, { requestId: 5 });
    expect(selectPendingPermissions(store.getState())).toHaveLength(1);
  });

  it("does not deliver an answer to a request from the previous connection that reused the id", () => {
    const store = observed(ask(0));
    store.disconnect();
    store.observe(recv({ id: 0, method: "_vendor/confirm", params: {} }));
    store.observe(answer(0, { outcome: "selected", optionId: "yes" }));
    expect([...session(store).permissions.values()]).toMatchObject([
      { status: "cancelled", reason: "disconnected" },
    ]);
  });
});

describe("observing other traffic", () => {
  it.each([
    recv({ method: "_vendor/status", params: { any: "thing" } }),
    recv({ id: 9, method: "fs/read_text_file", params: { sessionId: "s1", path: "/a" } }),
    recv({ id: 77, result: {} }),
    sent({ id: 9, result: { content: "" } }),
  ])("accepts %o without a change", (frame) => {
    const store = trackedStore();
    const before = store.getState();
    expect(store.observe(frame)).toEqual({ accepted: true, diagnostics: [] });
    expect(store.getState()).toBe(before);
  });

  it.each([
    ["null", null, []],
    ["a frame without direction", { msg: { method: "x" } }, []],
    ["a message that is an array", { dir: "recv", msg: [] }, ["msg"]],
    ["a message without method or id", { dir: "recv", msg: { jsonrpc: "2.0" } }, ["msg"]],
  ])("rejects %s", (_name, frame, path) => {
    expect(trackedStore().observe(frame as never)).toMatchObject({
      accepted: false,
      diagnostics: [{ code: "invalid_envelope", path }],
    });
  });

  it("reports a message of the agent that is not JSON-RPC to inspectors", () => {
    const store = trackedStore();
    const codesOfRecords: string[] = [];
    store.inspect((record) => {
      if (record.type === "diagnostic") codesOfRecords.push(record.diagnostic.code);
    });
    store.observe({ dir: "recv", msg: "Welcome!" });
    store.observe({ msg: { method: "x" } } as never);
    expect(codesOfRecords).toEqual(["invalid_envelope"]);
  });
});

describe("observing lines of stderr", () => {
  it("shows a line to inspectors, with its time or the store's, and changes nothing else", () => {
    const store = trackedStore();
    store.observe(prompt(1));
    const before = store.getState();
    const records: InspectRecord[] = [];
    store.inspect((record) => records.push(record));
    expect(store.observe({ t: 12, dir: "stderr", msg: '{"id":1,"result":{}}' })).toEqual({
      accepted: true,
      diagnostics: [],
    });
    store.observe({ dir: "stderr", msg: "" });
    expect(records).toEqual([
      { type: "frame", frame: { t: 12, dir: "stderr", msg: '{"id":1,"result":{}}' } },
      { type: "frame", frame: { t: expect.any(Number), dir: "stderr", msg: "" } },
    ]);
    expect(store.getState()).toBe(before);
    expect(store.observe(recv({ id: 1, result: { stopReason: "end_turn" } }))).toEqual({
      accepted: true,
      diagnostics: [],
    });
  });

  it("does not attribute later commits to the line", () => {
    const store = trackedStore();
    const frames: unknown[] = [];
    store.inspect((record) => {
      if (record.type === "commit") frames.push(record.frame);
      else if (record.type === "frame") store.startTurn("s1");
    });
    store.observe({ dir: "stderr", msg: "warning" });
    store.startTurn("s2");
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.every((frame) => frame === undefined)).toBe(true);
  });

  it("rejects a line that is not a text", () => {
    const store = trackedStore();
    const records: InspectRecord[] = [];
    store.inspect((record) => records.push(record));
    const { accepted, diagnostics } = store.observe({ dir: "stderr", msg: { id: 1 } });
    expect({ accepted, diagnostics }).toMatchObject({
      accepted: false,
      diagnostics: [{ code: "invalid_message", path: ["msg"], value: { id: 1 } }],
    });
    expect(records).toMatchObject([{ type: "diagnostic", diagnostic: diagnostics[0] }]);
  });
});

it("reads the commands of version 2 from the response to session/new", () => {
  const store = trackedStore({ protocolVersion: 2 });
  const command = { type: "command", name: "init", description: "Set up" };
  store.observe(sent({ id: 1, method: "session/new", params: { cwd: "/w" } }));
  store.observe(recv({ id: 1, result: { sessionId: "s1", availableCommands: [command] } }));
  expect(session(store).commands).toEqual([command]);
});
