import { selectPendingPermissions, selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  observeCleanly,
  storeAfterFrames,
  prompted,
  recv,
  sent,
  updated,
} from "../../support/frames.js";
import { session, text, type TrackedStore, untimed } from "../../support/trackedStore.js";
import { afterV2, trackedV2 } from "../../support/version2.js";

const options = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];
const output = [{ type: "content", content: text("a") }];
const knownCall = {
  sessionUpdate: "tool_call_update",
  toolCallId: "c1",
  title: "Run",
  kind: "execute",
  status: "in_progress",
  content: output,
  rawInput: { a: 1 },
};
const permissionRequest = (id: number, params: object) =>
  recv({
    id,
    method: "session/request_permission",
    params: { sessionId: "s1", title: "May I?", options, ...params },
  });
const aboutCall = (toolCall: object) => ({ subject: { type: "tool_call", toolCall } });
const pending = (store: TrackedStore) => selectPendingPermissions(store.getState());
const call = (store: TrackedStore, id = "c1") => selectToolCall(store.getState(), "s1", id);
const stateUpdate = (state: string, extra: object = {}) =>
  updated({ sessionUpdate: "state_update", state, ...extra });

describe("a request without a subject", () => {
  it.each([{}, { subject: null }])("keeps its own title: %o", (params) => {
    const store = storeAfterFrames(
      2,
      permissionRequest(1, { description: "It is big.", ...params }),
    );
    expect(pending(store)).toEqual([
      expect.objectContaining({
        permissionId: "1",
        requestId: 1,
        title: "May I?",
        description: "It is big.",
        options,
        status: "pending",
      }),
    ]);
    expect(pending(store)[0]).not.toHaveProperty("toolCallId");
    expect(session(store).toolCalls.size).toBe(0);
    expect(session(store).timeline).toEqual([{ type: "permission", id: "1" }]);
  });
});

it("stores the requested fields and no others", () => {
  const subject = { type: "_network", host: "example.org", toolCallId: 5 };
  const store = storeAfterFrames(2, permissionRequest(1, { subject }));
  expect(pending(store)).toStrictEqual([
    {
      permissionId: "1",
      requestId: 1,
      sessionId: "s1",
      title: "May I?",
      options,
      requestedAt: 1,
      ordinal: 1,
      status: "pending",
      subject,
    },
  ]);
});

describe("a request about a tool call", () => {
  it("creates the call", () => {
    const store = storeAfterFrames(
      2,
      permissionRequest(1, aboutCall({ toolCallId: "c9", title: "New" })),
    );
    expect(call(store, "c9")).toMatchObject({ title: "New", kind: "other", status: "pending" });
    expect(pending(store)).toMatchObject([{ toolCallId: "c9", title: "May I?" }]);
    expect(session(store).timeline.map(({ type }) => type)).toEqual(["tool_call", "permission"]);
  });

  it("is applied like any update", () => {
    const toolCall = { toolCallId: "c1", title: "Run it", kind: null, content: null, rawInput: {} };
    const store = storeAfterFrames(
      2,
      updated(knownCall),
      permissionRequest(1, aboutCall(toolCall)),
    );
    expect(untimed(call(store))).toEqual({
      toolCallId: "c1",
      title: "Run it",
      kind: "other",
      status: "in_progress",
      content: [],
      locations: [],
      rawInput: {},
    });
  });

  it("changes the status and reports an unusual transition", () => {
    const store = afterV2(knownCall);
    const found: unknown[] = [];
    store.inspect((record) => record.type === "diagnostic" && found.push(record.diagnostic));
    const toolCall = { toolCallId: "c1", status: "pending" };
    const inSubject = store.observe(permissionRequest(1, aboutCall(toolCall)));
    expect(call(store)?.status).toBe("pending");
    store.update(knownCall);
    const atTopLevel = store.observe(permissionRequest(2, { toolCall }));
    const code = "status_regression";
    expect(inSubject.diagnostics).toMatchObject([
      { code, path: ["msg", "params", "subject", "toolCall", "status"] },
    ]);
    expect(atTopLevel.diagnostics).toMatchObject([
      { code, path: ["msg", "params", "toolCall", "status"] },
    ]);
    expect(found).toEqual([...inSubject.diagnostics, ...atTopLevel.diagnostics]);
  });

  it("keeps the subject as requested", () => {
    const toolCall = { toolCallId: "c1", title: "Asked", content: null };
    const store = storeAfterFrames(
      2,
      updated(knownCall),
      permissionRequest(1, aboutCall(toolCall)),
    );
    const later = { ...knownCall, title: "Later", status: "completed" };
    store.update(later);
    expect(pending(store)).toMatchObject([
      { status: "pending", toolCall, subject: { type: "tool_call", toolCall } },
    ]);
  });

  it("accepts the call at the top level", () => {
    const store = storeAfterFrames(
      2,
      updated(knownCall),
      permissionRequest(1, { toolCall: { toolCallId: "c1", kind: null } }),
    );
    expect(call(store)).toMatchObject({ title: "Run", kind: "other" });
    expect(pending(store)).toMatchObject([{ toolCallId: "c1" }]);
    expect(pending(store)[0]).not.toHaveProperty("subject");
  });
});

describe("a request about something else", () => {
  it("keeps a command and its tool call", () => {
    const subject = {
      type: "command",
      command: "ls",
      cwd: "/w",
      toolCallId: "c1",
      terminalId: "t1",
    };
    const store = storeAfterFrames(2, updated(knownCall), permissionRequest(1, { subject }));
    expect(pending(store)).toMatchObject([{ subject, toolCallId: "c1" }]);
    expect(call(store)).toMatchObject({ title: "Run", status: "in_progress", content: output });
  });

  it("keeps a command without a tool call", () => {
    const subject = { type: "command", command: "ls", cwd: "/w" };
    const store = storeAfterFrames(2, permissionRequest(1, { subject }));
    expect(pending(store)).toMatchObject([{ subject }]);
    expect(pending(store)[0]).not.toHaveProperty("toolCallId");
  });

  it("keeps an unknown subject as sent", () => {
    const subject = { type: "_network", host: "example.org", ports: [443] };
    const store = storeAfterFrames(2, permissionRequest(1, { subject }));
    expect(pending(store)).toMatchObject([{ subject }]);
    expect(session(store).toolCalls.size).toBe(0);
  });

  it.each([
    ["without options", { options: [] }, ["msg", "params", "options"]],
    ["with a command subject without a command", { subject: { type: "command" } }, undefined],
  ])("is rejected %s", (_name, params, path) => {
    const store = trackedV2();
    const result = store.observe(permissionRequest(1, params));
    expect(result).toMatchObject({ accepted: false, diagnostics: [{ code: "invalid_message" }] });
    if (path) expect(result.diagnostics[0]?.path).toEqual(path);
    expect(store.getState().sessions.size).toBe(0);
  });
});

describe("a pending request", () => {
  const storeWithRequests = () =>
    storeAfterFrames(
      2,
      prompted(0, "Go"),
      recv({ id: 0, result: { messageId: "u1" } }),
      stateUpdate("running"),
      permissionRequest(1, aboutCall({ toolCallId: "c1" })),
      permissionRequest(2, {}),
    );

  it.each(["idle", "running", "requires_action", "unknown"])(
    "is not settled by the activity %s",
    (state) => {
      const store = storeWithRequests();
      observeCleanly(store, stateUpdate(state, state === "idle" ? { stopReason: "end_turn" } : {}));
      expect(pending(store).map(({ requestId }) => requestId)).toEqual([1, 2]);
    },
  );

  it("is not settled by updates of its call", () => {
    const store = storeWithRequests();
    for (const status of ["in_progress", "completed"])
      store.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status });
    expect(pending(store)).toHaveLength(2);
  });

  it("is settled by a cancel, like every other request", () => {
    const store = storeWithRequests();
    observeCleanly(store, sent({ method: "session/cancel", params: { sessionId: "s1" } }));
    expect(pending(store)).toEqual([]);
    expect([...session(store).permissions.values()].map(({ reason }) => reason)).toEqual([
      "turn_cancelled",
      "turn_cancelled",
    ]);
  });

  it("is settled only by its own response", () => {
    const store = storeWithRequests();
    const result = { outcome: { outcome: "selected", optionId: "no" } };
    observeCleanly(store, sent({ id: 2, result }));
    expect(pending(store).map(({ requestId }) => requestId)).toEqual([1]);
  });

  it("is settled when the agent withdraws it", () => {
    const store = storeWithRequests();
    observeCleanly(store, recv({ method: "$/cancel_request", params: { requestId: 1 } }));
    expect(session(store).permissions.get("1")).toMatchObject({
      status: "cancelled",
      reason: "withdrawn",
    });
    expect(pending(store).map(({ requestId }) => requestId)).toEqual([2]);
  });
});
