import {
  AcpPermissionError,
  type AcpStore,
  createAcpStore,
  deserialize,
  isAcpPermissionError,
  type PermissionRequest,
  selectPendingPermissions,
  serialize,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { observeCleanly, storeAfterFrames, recv, sent } from "../support/frames.js";
import {
  session,
  text,
  trackedStore,
  type TrackedStore,
  permissionId,
} from "../support/trackedStore.js";

const options = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];
const request = (
  toolCall: object = { toolCallId: "c1", title: "Edit a.ts" },
  sessionId = "s1",
) => ({
  sessionId,
  toolCall,
  options,
});
const pending = (store: TrackedStore) => selectPendingPermissions(store.getState());
const permission = (store: Pick<AcpStore, "getState">, requestId: number) =>
  session(store).permissions.get(permissionId(store, requestId));
const reasons = (store: TrackedStore) =>
  [...session(store).permissions.values()].map(({ reason }) => reason);
const cancelled = { outcome: { outcome: "cancelled" } };

describe("a permission request", () => {
  it("creates the requested tool call", () => {
    const store = trackedStore();
    void store.requestPermission(
      request({ toolCallId: "c1", title: "Edit", kind: "edit", status: "pending" }),
    );
    expect(session(store).toolCalls.get("c1")).toMatchObject({
      title: "Edit",
      kind: "edit",
      status: "pending",
    });
    expect(session(store).timeline.map(({ type }) => type)).toEqual(["tool_call", "permission"]);
  });

  it("has the requested fields and no others", () => {
    const store = trackedStore();
    void store.requestPermission(request(), { requestId: 7 });
    void store.requestPermission({ ...request(), _meta: { a: 1 } });
    const expected = {
      sessionId: "s1",
      options,
      status: "pending",
      toolCallId: "c1",
      toolCall: { toolCallId: "c1", title: "Edit a.ts" },
    };
    expect(pending(store)).toStrictEqual([
      { ...expected, permissionId: "permission-t-1", requestId: 7, requestedAt: 1, ordinal: 1 },
      { ...expected, permissionId: "permission-t-2", requestedAt: 2, ordinal: 2, _meta: { a: 1 } },
    ]);
  });

  it("belongs to the oldest open turn", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1");
    store.startTurn("s1");
    void store.requestPermission(request(), { requestId: 1 });
    expect(permission(store, 1)?.turnId).toBe(turnId);
  });

  it("fills in only the missing fields of a known call", () => {
    const store = trackedStore();
    store.update({
      sessionUpdate: "tool_call",
      toolCallId: "c1",
      title: "edit",
      status: "in_progress",
      rawInput: {},
    });
    void store.requestPermission(
      request({
        toolCallId: "c1",
        title: "/a.ts",
        kind: "edit",
        status: "pending",
        rawInput: { path: "/a.ts" },
        content: [],
      }),
    );
    expect(session(store).toolCalls.get("c1")).toMatchObject({
      title: "edit",
      kind: "edit",
      status: "in_progress",
      rawInput: { path: "/a.ts" },
    });
  });

  it("keeps unknown fields, and the title of version 2", () => {
    const store = trackedStore();
    void store.requestPermission({ ...request(), expiresAt: 5, title: "May I?" } as never);
    expect(pending(store)).toMatchObject([{ expiresAt: 5, title: "May I?" }]);
  });

  it("drops fields whose names the store reserves", () => {
    const store = trackedStore();
    const result = store.observe({
      dir: "recv",
      msg: {
        id: 1,
        method: "session/request_permission",
        params: {
          ...request({ toolCallId: "c1", title: "Edit", turnId: "turn-9", phase: "unfinished" }),
          status: "selected",
          subject: 7,
        },
      },
    });
    expect(result.accepted).toBe(true);
    expect(result.diagnostics.map(({ code, path }) => [code, path.join(".")])).toEqual([
      ["reserved_field", "msg.params.status"],
      ["reserved_field", "msg.params.subject"],
      ["reserved_field", "msg.params.toolCall.turnId"],
      ["reserved_field", "msg.params.toolCall.phase"],
    ]);
    expect(permission(store, 1)).not.toHaveProperty("subject");
    expect(session(store).toolCalls.get("c1")).not.toMatchObject({ phase: "unfinished" });
  });

  it.each([
    ["title", undefined, "Edit a.ts"],
    ["title", "", "Edit a.ts"],
    ["kind", undefined, "edit"],
    ["kind", "other", "edit"],
    ["rawInput", undefined, { path: "/a.ts" }],
    ["rawInput", "", { path: "/a.ts" }],
    ["rawInput", [], { path: "/a.ts" }],
    ["rawInput", {}, { path: "/a.ts" }],
    ["locations", [], [{ path: "/a.ts" }]],
    ["content", [], [{ type: "content", content: text("a") }]],
  ])("fills in %s if it is %j", (field, known, requested) => {
    const store = trackedStore();
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", [field]: known });
    void store.requestPermission(request({ toolCallId: "c1", [field]: requested }));
    expect(session(store).toolCalls.get("c1")).toHaveProperty(field, requested);
  });

  it.each([
    ["title", "other", "Edit a.ts"],
    ["kind", "read", "edit"],
    ["rawInput", 0, { path: "/a.ts" }],
    ["rawInput", false, { path: "/a.ts" }],
    ["rawInput", "other", { path: "/a.ts" }],
    ["rawInput", [1], { path: "/a.ts" }],
    ["rawInput", { path: "/b.ts" }, { path: "/a.ts" }],
    ["locations", [{ path: "/b.ts" }], [{ path: "/a.ts" }]],
  ])("keeps %s if it is %j", (field, known, requested) => {
    const store = trackedStore();
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", [field]: known });
    void store.requestPermission(request({ toolCallId: "c1", [field]: requested }));
    expect(session(store).toolCalls.get("c1")).toHaveProperty(field, known);
  });

  it("keeps the call as requested when the call changes", () => {
    const store = trackedStore();
    void store.requestPermission(request({ toolCallId: "c1", title: "Asked" }), { requestId: 7 });
    store.update({
      sessionUpdate: "tool_call_update",
      toolCallId: "c1",
      title: "Later",
      status: "completed",
    });
    expect(permission(store, 7)).toMatchObject({
      status: "pending",
      toolCall: { title: "Asked" },
      requestId: 7,
    });
  });

  it("is listed with other pending requests, the oldest first, across sessions", () => {
    const store = trackedStore({ now: () => 0 });
    void store.requestPermission(request({ toolCallId: "c1" }, "s2"), { requestId: "b" });
    void store.requestPermission(request({ toolCallId: "c1" }), { requestId: "a" });
    void store.requestPermission(request({ toolCallId: "c1" }), { requestId: "c" });
    expect(pending(store).map((item) => item.requestId)).toEqual(["b", "a", "c"]);
    expect(selectPendingPermissions(store.getState(), "s1").map((item) => item.requestId)).toEqual([
      "a",
      "c",
    ]);
  });

  it("joins an identical pending request", async () => {
    const store = trackedStore();
    const first = store.requestPermission(request(), { requestId: 1 });
    const second = store.requestPermission(request(), { requestId: 1 });
    expect(pending(store)).toHaveLength(1);
    store.respondToPermission(permissionId(store, 1), "yes");
    await expect(Promise.all([first, second])).resolves.toEqual([
      { outcome: { outcome: "selected", optionId: "yes" } },
      { outcome: { outcome: "selected", optionId: "yes" } },
    ]);
  });

  it.each([
    ["names another call", request({ toolCallId: "c2", title: "Delete all" })],
    [
      "has more fields of the call",
      request({ toolCallId: "c1", title: "Edit a.ts", rawInput: { all: true } }),
    ],
    ["has other options", { ...request(), options: options.slice(1) }],
    ["belongs to another session", request(undefined, "s2")],
  ])("replaces a pending request with the same id that %s", async (_name, other) => {
    const store = trackedStore();
    const first = store.requestPermission(request(), { requestId: 0 });
    const second = store.requestPermission(other, { requestId: 0 });
    await expect(first).resolves.toEqual(cancelled);
    expect(reasons(store)[0]).toBe("withdrawn");
    expect(pending(store)).toMatchObject([{ permissionId: "permission-t-2", ...other }]);
    store.respondToPermission(permissionId(store, 0), "no");
    await expect(second).resolves.toEqual({ outcome: { outcome: "selected", optionId: "no" } });
  });

  it("gets a new id if its request id was used before", () => {
    const store = trackedStore();
    void store.requestPermission(request(), { requestId: 0 });
    store.respondToPermission(permissionId(store, 0), "no");
    void store.requestPermission(request(), { requestId: 0 });
    expect([...session(store).permissions.values()]).toMatchObject([
      { permissionId: "permission-t-1", requestId: 0, status: "selected" },
      { permissionId: "permission-t-2", requestId: 0, status: "pending" },
    ]);
  });

  it("is answered as cancelled if it is invalid", async () => {
    const store = trackedStore();
    const found: unknown[] = [];
    store.inspect((record) => record.type === "diagnostic" && found.push(record.diagnostic.path));
    const before = store.getState();
    await expect(store.requestPermission({ sessionId: "s1", toolCall: {} })).resolves.toEqual(
      cancelled,
    );
    expect(store.getState()).toBe(before);
    expect(found).toEqual([["toolCall", "toolCallId"]]);
  });
});

describe("respondToPermission", () => {
  it("settles the request with the option and the reason user", async () => {
    const store = trackedStore();
    const answer = store.requestPermission(request(), { requestId: 1 });
    store.respondToPermission(permissionId(store, 1), "no");
    await expect(answer).resolves.toEqual({ outcome: { outcome: "selected", optionId: "no" } });
    expect(permission(store, 1)).toMatchObject({
      status: "selected",
      optionId: "no",
      reason: "user",
    });
  });

  it.each([
    ["unknown_permission", "nothing", "yes", "There is no permission request"],
    ["unknown_option", "permission-t-2", "maybe", 'Offered: "yes", "no"'],
    ["already_settled", "permission-t-1", "yes", "is already selected with"],
  ])("throws %s", (reason, id, optionId, message) => {
    const store = trackedStore();
    void store.requestPermission(request(), { requestId: 0 });
    void store.requestPermission(request(), { requestId: 1 });
    store.respondToPermission(permissionId(store, 0), "yes");
    const before = store.getState();
    const attempt = () => store.respondToPermission(id, optionId);
    expect(attempt).toThrow(AcpPermissionError);
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(expect.objectContaining({ reason, permissionId: id }));
    expect(attempt).toThrow(expect.toSatisfy(isAcpPermissionError));
    expect(store.getState()).toBe(before);
  });
});

describe("an observed answer", () => {
  const requestFrame = recv({ id: 1, method: "session/request_permission", params: request() });
  const storeAfterAnswer = (outcome: object): TrackedStore => {
    const store = storeAfterFrames(1, requestFrame);
    store.respondToPermission(permissionId(store, 1), "yes");
    observeCleanly(store, sent({ id: 1, result: { outcome } }));
    return store;
  };

  it("changes nothing when it repeats the user's answer", () => {
    const store = storeAfterFrames(1, requestFrame);
    store.respondToPermission(permissionId(store, 1), "yes");
    const before = store.getState();
    observeCleanly(
      store,
      sent({ id: 1, result: { outcome: { outcome: "selected", optionId: "yes" } } }),
    );
    expect(store.getState()).toBe(before);
  });

  it("replaces the user's answer with another option", () => {
    expect(permission(storeAfterAnswer({ outcome: "selected", optionId: "no" }), 1)).toMatchObject({
      status: "selected",
      optionId: "no",
      settledAt: 3,
    });
  });

  it("replaces the user's answer with a cancellation without an option", () => {
    const found = permission(storeAfterAnswer({ outcome: "cancelled" }), 1);
    expect(found?.status).toBe("cancelled");
    expect(found).not.toHaveProperty("optionId");
  });
});

describe("cancelling a permission", () => {
  it("does not affect an answered request", () => {
    const store = trackedStore();
    store.startTurn("s1");
    for (const requestId of [1, 2]) void store.requestPermission(request(), { requestId });
    store.respondToPermission(permissionId(store, 1), "yes");
    const before = permission(store, 1);
    store.cancelTurn("s1");
    expect(permission(store, 1)).toBe(before);
    expect(permission(store, 2)).toMatchObject({ status: "cancelled", settledAt: 5 });
  });

  it.each([
    ["turn_cancelled", (store: TrackedStore) => store.cancelTurn("s1")],
    ["turn_ended", (store: TrackedStore) => store.endTurn("s1", { stopReason: "end_turn" })],
    ["session_closed", (store: TrackedStore) => store.closeSession("s1")],
    ["disconnected", (store: TrackedStore) => store.disconnect()],
  ])("stores the reason %s", async (reason, settle) => {
    const store = trackedStore();
    store.startTurn("s1", [text("Go")]);
    const answers = [1, 2].map((requestId) => store.requestPermission(request(), { requestId }));
    settle(store);
    await expect(Promise.all(answers)).resolves.toEqual([cancelled, cancelled]);
    expect([permission(store, 1), permission(store, 2)]).toEqual([
      expect.objectContaining({ status: "cancelled", reason }),
      expect.objectContaining({ status: "cancelled", reason }),
    ]);
    expect(pending(store)).toEqual([]);
  });

  it("stores the reason aborted when the caller's signal aborts", async () => {
    const store = trackedStore();
    const controller = new AbortController();
    const answer = store.requestPermission(request(), { requestId: 1, signal: controller.signal });
    controller.abort();
    await expect(answer).resolves.toEqual(cancelled);
    expect(permission(store, 1)?.reason).toBe("aborted");
  });

  it("settles a request that arrives after the cancel immediately", async () => {
    const store = trackedStore();
    store.startTurn("s1");
    store.cancelTurn("s1");
    await expect(store.requestPermission(request(), { requestId: 1 })).resolves.toEqual(cancelled);
    expect(permission(store, 1)).toMatchObject({ status: "cancelled", reason: "turn_cancelled" });
  });

  it("settles a request of a closed session immediately", async () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    store.closeSession("s1");
    await expect(store.requestPermission(request(), { requestId: 1 })).resolves.toEqual(cancelled);
    expect(permission(store, 1)).toMatchObject({ status: "cancelled", reason: "session_closed" });
    expect(session(store).toolCalls.size).toBe(0);
  });

  it("does not affect a request that started before the turn", () => {
    const store = trackedStore();
    void store.requestPermission(request(), { requestId: 1 });
    store.startTurn("s1");
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(permission(store, 1)?.status).toBe("pending");
  });

  it("affects only the requests of its own turn", () => {
    const store = trackedStore();
    store.startTurn("s1");
    void store.requestPermission(request(), { requestId: 1 });
    store.startTurn("s1");
    store.endTurn("s1", { stopReason: "end_turn" });
    void store.requestPermission(request(), { requestId: 2 });
    expect(permission(store, 1)?.reason).toBe("turn_ended");
    expect(permission(store, 2)?.status).toBe("pending");
  });
});

describe("a policy", () => {
  it("answers with an offered option", async () => {
    const store = trackedStore({
      permissionPolicy: ({ toolCall }) => (toolCall?.kind === "read" ? "yes" : "ask"),
    });
    const answer = await store.requestPermission(request({ toolCallId: "r", kind: "read" }), {
      requestId: 1,
    });
    expect(answer).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(permission(store, 1)).toMatchObject({ optionId: "yes", reason: "policy" });
  });

  it.each([
    ["returns ask", () => "ask"],
    ["names an option that is not offered", () => "allow_always"],
    ["rejects", () => Promise.reject(new Error("offline"))],
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
  ])("leaves the request to the user when it %s", async (_name, permissionPolicy) => {
    const store = trackedStore({ permissionPolicy });
    const answer = store.requestPermission(request(), { requestId: 1 });
    await Promise.resolve();
    store.respondToPermission(permissionId(store, 1), "no");
    await expect(answer).resolves.toEqual({ outcome: { outcome: "selected", optionId: "no" } });
  });

  it.each([
    ["returns ask", () => "ask"],
    ["throws", () => Promise.reject(new Error("broken"))],
  ])(
    "leaves the request to the user when it %s, even if an option has the id ask",
    async (_name, policy) => {
      const store = trackedStore({ permissionPolicy: policy });
      const offered = [{ optionId: "ask", name: "Always", kind: "allow_always" }, ...options];
      const answer = store.requestPermission({ ...request(), options: offered }, { requestId: 1 });
      await new Promise((resolve) => setTimeout(resolve));
      expect(permission(store, 1)?.status).toBe("pending");
      store.respondToPermission(permissionId(store, 1), "ask");
      await expect(answer).resolves.toEqual({ outcome: { outcome: "selected", optionId: "ask" } });
    },
  );

  it("stores its rule", async () => {
    const permissionPolicy = () => ({ optionId: "yes", rule: "reads are fine" });
    const store = trackedStore({ permissionPolicy });
    await store.requestPermission(request(), { requestId: 1 });
    const answered = { optionId: "yes", reason: "policy", rule: "reads are fine" };
    expect(permission(store, 1)).toMatchObject(answered);
    const restored = createAcpStore({ initialState: deserialize(serialize(store.getState())) });
    expect(permission(restored, 1)).toMatchObject(answered);
  });

  it("removes its rule when another answer is observed", async () => {
    const permissionPolicy = () => ({ optionId: "yes", rule: "reads are fine" });
    const store = trackedStore({ permissionPolicy });
    const params = request();
    store.observe({ dir: "recv", msg: { id: 1, method: "session/request_permission", params } });
    await store.requestPermission(params, { requestId: 1 });
    const result = { outcome: { outcome: "selected", optionId: "no" } };
    store.observe({ dir: "sent", msg: { id: 1, result } });
    expect(permission(store, 1)).toMatchObject({ optionId: "no", reason: "user" });
    expect(permission(store, 1)).not.toHaveProperty("rule");
  });

  it.each([
    ["with an option that is not offered", { optionId: "other", rule: "r" }],
    ["without a rule", { optionId: "yes" }],
    ["with a rule that is not a string", { optionId: "yes", rule: 1 }],
    ["without an option", { rule: "r" }],
    ["with null", null],
    ["with a number", 1],
  ])("leaves the request to the user when it answers %s", async (_name, answer) => {
    const store = trackedStore({ permissionPolicy: () => answer as never });
    void store.requestPermission(request(), { requestId: 1 });
    await new Promise((resolve) => setTimeout(resolve));
    expect(permission(store, 1)?.status).toBe("pending");
  });

  it("does not accept a rule from the agent", () => {
    const store = trackedStore();
    void store.requestPermission({ ...request(), rule: "reads are fine" }, { requestId: 1 });
    expect(permission(store, 1)).not.toHaveProperty("rule");
  });

  it("is notified how the request was settled", async () => {
    const settled: unknown[] = [];
    const store = trackedStore({
      permissionPolicy: (context) => {
        void context.settled.then((item) => settled.push(item));
        return "ask";
      },
    });
    const answers = [1, 2].map((requestId) => store.requestPermission(request(), { requestId }));
    store.respondToPermission(permissionId(store, 1), "no");
    store.cancelTurn("s1");
    await Promise.all(answers);
    await Promise.resolve();
    expect(settled).toEqual([permission(store, 1), permission(store, 2)]);
  });

  it("is ignored after the user has answered", async () => {
    let resolve: (answer: string) => void = () => {};
    const store = trackedStore({ permissionPolicy: () => new Promise((done) => (resolve = done)) });
    const answer = store.requestPermission(request(), { requestId: 1 });
    store.respondToPermission(permissionId(store, 1), "no");
    resolve("yes");
    await expect(answer).resolves.toEqual({ outcome: { outcome: "selected", optionId: "no" } });
  });
});

describe("requestPermission for an observed request", () => {
  const request = {
    sessionId: "s1",
    toolCall: { toolCallId: "c1", locations: [{ line: 1 }] },
    options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
  } as unknown as PermissionRequest;

  it("reports diagnostics once", () => {
    const store = trackedStore();
    const found: string[] = [];
    store.inspect((record) => {
      if (record.type === "diagnostic") found.push(record.diagnostic.code);
    });
    void store.requestPermission(request, { requestId: 1 });
    expect(found).toEqual(["invalid_item"]);
    void store.requestPermission(request, { requestId: 1 });
    expect(found).toEqual(["invalid_item"]);
    const observed = { id: 2, method: "session/request_permission", params: request };
    store.observe({ dir: "recv", msg: observed });
    void store.requestPermission(request, { requestId: 2 });
    expect(found).toEqual(["invalid_item", "invalid_item"]);
  });

  it("returns the answer once and creates a new request for the next call", async () => {
    const store = trackedStore();
    const msg = { id: 3, method: "session/request_permission", params: request };
    store.observe({ dir: "recv", msg });
    store.respondToPermission(permissionId(store, 3), "yes");
    const selected = { outcome: { outcome: "selected", optionId: "yes" } };
    await expect(store.requestPermission(request, { requestId: 3 })).resolves.toEqual(selected);
    void store.requestPermission(request, { requestId: 3 });
    expect(pending(store).map((item) => item.permissionId)).toEqual(["permission-t-2"]);
  });
});
