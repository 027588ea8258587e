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
import { session, text, type TrackedStore, asSent } from "../../support/trackedStore.js";
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
        permissionId: "permission-t-1",
        requestId: 1,
        title: "May I?",
        description: "It is big.",
        options,
        status: "pending",
      }),
    ]);
    expect(pending(store)[0]).not.toHaveProperty("toolCallId");
    expect(session(store).toolCalls.size).toBe(0);
    expect(session(store).timeline).toEqual([{ type: "permission", id: "permission-t-1" }]);
  });
});

it("stores the requested fields and no others", () => {
  const subject = { type: "_network", host: "example.org", toolCallId: 5 };
  const store = storeAfterFrames(2, permissionRequest(1, { subject }));
  expect(pending(store)).toStrictEqual([
    {
      permissionId: "permission-t-1",
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
    expect(asSent(call(store))).toEqual({
      toolCallId: "c1",
      title: "Run it",
      kind: "other",
      status: "in_progress",
      content: [],
      locations: [],
      rawInput: {},
    });
  });

  it.each([
    ["in_progress", "pending"],
    ["in_progress", null],
    ["_paused", "pending"],
    ["completed", "pending"],
    ["failed", "in_progress"],
  ])("does not move the status %s back to %s", (status, asked) => {
    const toolCall = { toolCallId: "c1", status: asked, title: "Asked" };
    for (const params of [aboutCall(toolCall), { toolCall }]) {
      const store = afterV2({ ...knownCall, status });
      observeCleanly(store, permissionRequest(1, params));
      expect(call(store)).toMatchObject({ title: "Asked", status });
      expect(pending(store)).toMatchObject([{ toolCall }]);
    }
  });

  it.each([
    ["pending", "in_progress"],
    ["in_progress", "completed"],
    ["in_progress", "_paused"],
  ])("moves the status %s forward to %s", (status, asked) => {
    const store = afterV2({ ...knownCall, status });
    observeCleanly(store, permissionRequest(1, aboutCall({ toolCallId: "c1", status: asked })));
    expect(call(store)?.status).toBe(asked);
  });

  it("reports a final status after another one", () => {
    const store = afterV2({ ...knownCall, status: "completed" });
    const toolCall = { toolCallId: "c1", status: "failed" };
    const code = "late_update";
    expect(store.observe(permissionRequest(1, aboutCall(toolCall))).diagnostics).toMatchObject([
      { code, path: ["msg", "params", "subject", "toolCall", "status"] },
    ]);
    store.update({ ...knownCall, status: "completed" });
    expect(store.observe(permissionRequest(2, { toolCall })).diagnostics).toMatchObject([
      { code, path: ["msg", "params", "toolCall", "status"] },
    ]);
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

  it.each(["running", "requires_action", "unknown"])(
    "is not settled by the activity %s",
    (state) => {
      const store = storeWithRequests();
      observeCleanly(store, stateUpdate(state));
      expect(pending(store).map(({ requestId }) => requestId)).toEqual([1, 2]);
    },
  );

  it.each(["end_turn", "cancelled", "error", undefined])(
    "is settled when idle ends its turn with %s",
    (stopReason) => {
      const store = storeWithRequests();
      observeCleanly(store, stateUpdate("idle", { stopReason }));
      expect([...session(store).permissions.values()]).toMatchObject([
        { status: "cancelled", reason: "turn_ended" },
        { status: "cancelled", reason: "turn_ended" },
      ]);
    },
  );

  it("is not settled by an idle that ends no turn", () => {
    const store = storeAfterFrames(2, stateUpdate("running"), permissionRequest(1, {}));
    observeCleanly(store, stateUpdate("idle", { stopReason: "end_turn" }));
    expect(pending(store)).toHaveLength(1);
  });

  it("is not settled by idle if it is about background work", () => {
    const store = storeWithRequests();
    const content = [{ type: "terminal", terminalId: "t2" }];
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "c2", content });
    const command = { type: "command", command: "ls", cwd: "/w", terminalId: "t3" };
    for (const [id, subject] of [
      [3, aboutCall({ toolCallId: "c2" })],
      [4, { subject: command }],
      [5, { subject: { ...command, terminalId: "t4" } }],
    ] as const)
      observeCleanly(store, permissionRequest(id, subject));
    const background = [
      { type: "tool_call", toolCallId: "c1" },
      { type: "terminal", terminalId: "t2" },
      { type: "terminal", terminalId: "t3" },
      { type: "_other", note: "x" },
    ];
    observeCleanly(store, stateUpdate("idle", { stopReason: "end_turn", background }));
    expect(pending(store).map(({ requestId }) => requestId)).toEqual([1, 3, 4]);
  });

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
    expect(session(store).permissions.get("permission-t-1")).toMatchObject({
      status: "cancelled",
      reason: "withdrawn",
    });
    expect(pending(store).map(({ requestId }) => requestId)).toEqual([2]);
  });
});
