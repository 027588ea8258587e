import {
  deserialize,
  isAcpElicitationError,
  selectPendingElicitations,
  serialize,
} from "@acp-store/core";
import { describe, expect, it, vi } from "vitest";
import { text, trackedStore, type TrackedStore, elicitationId } from "../support/trackedStore.js";

const form = {
  mode: "form",
  message: "Which branch?",
  sessionId: "s1",
  requestedSchema: { type: "object", properties: { branch: { type: "string" } } },
};
const url = {
  mode: "url",
  message: "Sign in",
  elicitationId: "e1",
  url: "https://example.com/login",
};
/** The fields of the entity that come from the request `url`. */
const { elicitationId: urlElicitationId, ...urlFields } = url;
const urlEntity = { ...urlFields, urlElicitationId };
const pending = (store: TrackedStore) => selectPendingElicitations(store.getState());
const all = (store: TrackedStore) => [...store.getState().elicitations.values()];
const last = (store: TrackedStore) => all(store).at(-1);

describe("an elicitation", () => {
  it("resolves with the values that the user fills in", async () => {
    const store = trackedStore();
    const answer = store.requestElicitation(form, { requestId: 4 });
    expect(pending(store)).toMatchObject([
      { elicitationId: "elicitation-t-1", mode: "form", message: "Which branch?", sessionId: "s1" },
    ]);
    store.respondToElicitation(elicitationId(store, 4), {
      action: "accept",
      content: { branch: "main" },
    });
    await expect(answer).resolves.toEqual({ action: "accept", content: { branch: "main" } });
    expect(last(store)).toMatchObject({
      status: "accepted",
      reason: "user",
      content: { branch: "main" },
    });
    expect(pending(store)).toEqual([]);
  });

  it("keeps the request, its turn and its times", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1");
    void store.requestElicitation(form, { requestId: 4 });
    const { sessionId, ...request } = form;
    const asked = {
      ...request,
      sessionId,
      elicitationId: "elicitation-t-1",
      requestId: 4,
      requestedAt: 2,
      turnId,
    };
    expect(last(store)).toStrictEqual({ ...asked, status: "pending" });
    store.respondToElicitation(elicitationId(store, 4), { action: "decline" });
    expect(last(store)).toStrictEqual({
      ...asked,
      status: "declined",
      reason: "user",
      settledAt: 3,
    });
  });

  it("has no session, request id or turn if the request has none", () => {
    const store = trackedStore();
    store.startTurn("s1");
    void store.requestElicitation(url);
    expect(last(store)).toStrictEqual({
      ...urlEntity,
      elicitationId: "elicitation-t-1",
      status: "pending",
      requestedAt: 2,
    });
  });

  it("leaves other elicitations pending when it is answered", () => {
    const store = trackedStore();
    for (const requestId of [1, 2, 3]) void store.requestElicitation(form, { requestId });
    store.respondToElicitation(elicitationId(store, 2), { action: "decline" });
    expect(pending(store).map(({ elicitationId }) => elicitationId)).toEqual([
      "elicitation-t-1",
      "elicitation-t-3",
    ]);
  });

  it("keeps its answer when the turn is cancelled", () => {
    const store = trackedStore();
    for (const requestId of [1, 2]) void store.requestElicitation(form, { requestId });
    store.respondToElicitation(elicitationId(store, 1), { action: "accept", content: {} });
    const [before] = all(store);
    store.cancelTurn("s1");
    expect(all(store)[0]).toBe(before);
    expect(last(store)).toMatchObject({ status: "cancelled", settledAt: 4 });
  });

  it.each(["decline", "cancel"] as const)("resolves with %s", async (action) => {
    const store = trackedStore();
    const answer = store.requestElicitation(url, { requestId: "a" });
    store.respondToElicitation(elicitationId(store, "a"), { action });
    await expect(answer).resolves.toEqual({ action });
  });

  it("has the labels of its buttons if the client asks, and does not join a request of the agent", async () => {
    const store = trackedStore();
    store.observe({ dir: "recv", msg: { id: 7, method: "elicitation/create", params: form } });
    const buttons = { accept: "Send anyway", decline: "Do not send" };
    const answer = store.requestElicitation(form, { buttons });
    expect(pending(store).map((each) => each.buttons)).toEqual([undefined, buttons]);
    store.respondToElicitation(elicitationId(store, 7), { action: "accept" });
    expect(pending(store)).toHaveLength(1);
    store.respondToElicitation(last(store)?.elicitationId ?? "", { action: "decline" });
    await expect(answer).resolves.toEqual({ action: "decline" });
  });

  it("can be pending without a session", () => {
    const store = trackedStore();
    void store.requestElicitation(url);
    void store.requestElicitation(form);
    expect(pending(store).map(({ sessionId }) => sessionId)).toEqual([undefined, "s1"]);
    expect(selectPendingElicitations(store.getState(), "s1")).toHaveLength(1);
    expect(selectPendingElicitations(store.getState(), "s1")).toBe(
      selectPendingElicitations(store.getState(), "s1"),
    );
  });

  it("keeps an unknown mode as sent", () => {
    const store = trackedStore();
    void store.requestElicitation({ mode: "_voice", message: "Say it", language: "en" });
    expect(pending(store)).toMatchObject([{ mode: "_voice", language: "en" }]);
  });

  it("leaves out fields of the agent whose names the store uses", async () => {
    const store = trackedStore();
    const own = {
      buttons: { accept: "No", decline: "Yes" },
      urlElicitationId: "x",
      status: "accepted",
      reason: "user",
      content: [1],
      completed: true,
    };
    const times = { requestedAt: "x", settledAt: "x", turnId: "turn-9", scopeRequestId: {} };
    const params = { ...form, ...own, ...times };
    const msg = { id: 7, method: "elicitation/create", params };
    const { accepted, diagnostics } = store.observe({ dir: "recv", msg });
    expect(accepted).toBe(true);
    expect(diagnostics.map(({ code, path }) => [code, path[2]])).toEqual(
      [...Object.keys(own), ...Object.keys(times)].map((field) => ["reserved_field", field]),
    );
    expect(all(store)).toEqual([
      {
        ...form,
        elicitationId: "elicitation-t-1",
        requestId: 7,
        status: "pending",
        requestedAt: 1,
      },
    ]);
    expect(deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))))).toEqual(
      store.getState(),
    );
  });

  it("is not withdrawn by the id of the client request that it belongs to", () => {
    const store = trackedStore();
    void store.requestElicitation({ ...url, requestId: 7 });
    expect(last(store)).toMatchObject({ scopeRequestId: 7 });
    expect(last(store)).not.toHaveProperty("requestId");
    store.observe({ dir: "recv", msg: { method: "$/cancel_request", params: { requestId: 7 } } });
    expect(pending(store)).toHaveLength(1);
  });

  it("is cancelled if its params are malformed", async () => {
    const store = trackedStore();
    await expect(store.requestElicitation({ mode: "url", message: "Sign in" })).resolves.toEqual({
      action: "cancel",
    });
    expect(all(store)).toEqual([]);
  });

  it.each([
    ["turn_cancelled", (store: TrackedStore) => store.cancelTurn("s1")],
    ["turn_ended", (store: TrackedStore) => store.endTurn("s1", { stopReason: "end_turn" })],
    ["session_closed", (store: TrackedStore) => store.closeSession("s1")],
    ["disconnected", (store: TrackedStore) => store.disconnect()],
  ])("is cancelled with the reason %s", async (reason, settle) => {
    const store = trackedStore();
    store.startTurn("s1", [text("Go")]);
    const answer = store.requestElicitation(form);
    settle(store);
    await expect(answer).resolves.toEqual({ action: "cancel" });
    expect(last(store)).toMatchObject({ status: "cancelled", reason });
  });

  it.each([
    [
      "turn_cancelled",
      (store: TrackedStore) => {
        store.startTurn("s1");
        store.cancelTurn("s1");
      },
    ],
    [
      "session_closed",
      (store: TrackedStore) => {
        store.openSession({ sessionId: "s1" });
        store.closeSession("s1");
      },
    ],
  ])("is cancelled immediately if it arrives later, with the reason %s", async (reason, stop) => {
    const store = trackedStore();
    stop(store);
    await expect(store.requestElicitation(form)).resolves.toEqual({ action: "cancel" });
    expect(last(store)).toMatchObject({ status: "cancelled", reason });
  });

  it("is cancelled by the caller's signal", async () => {
    const store = trackedStore();
    const controller = new AbortController();
    const answer = store.requestElicitation(form, { signal: controller.signal });
    controller.abort();
    await expect(answer).resolves.toEqual({ action: "cancel" });
    expect(last(store)?.reason).toBe("aborted");
  });

  it("keeps its answer if the signal aborts right after", async () => {
    const store = trackedStore();
    const controller = new AbortController();
    const answer = store.requestElicitation(form, { requestId: 1, signal: controller.signal });
    store.respondToElicitation(elicitationId(store, 1), {
      action: "accept",
      content: { branch: "main" },
    });
    controller.abort();
    await expect(answer).resolves.toEqual({ action: "accept", content: { branch: "main" } });
    expect(last(store)).toMatchObject({ status: "accepted", reason: "user" });
  });

  it("throws on a second answer and for an unknown id", () => {
    const store = trackedStore();
    void store.requestElicitation(form, { requestId: 1 });
    store.respondToElicitation(elicitationId(store, 1), { action: "decline" });
    const answerTwice = () =>
      store.respondToElicitation(elicitationId(store, 1), { action: "cancel" });
    expect(answerTwice).toThrow("is already declined (user)");
    expect(answerTwice).toThrow(expect.toSatisfy(isAcpElicitationError));
    expect(() => store.respondToElicitation("nothing", { action: "cancel" })).toThrow(
      'no elicitation "nothing"',
    );
  });

  it.each([
    ["has another message", { ...form, message: "Which tag?" }],
    ["belongs to another session", { ...form, sessionId: "s2" }],
    ["belongs to no session", url],
  ])("replaces a pending one with the same request id if it %s", async (_name, other) => {
    const store = trackedStore();
    const first = store.requestElicitation(form, { requestId: 0 });
    void store.requestElicitation(other, { requestId: 0 });
    await expect(first).resolves.toEqual({ action: "cancel" });
    expect(all(store)).toMatchObject([
      { elicitationId: "elicitation-t-1", status: "cancelled", reason: "withdrawn" },
      { elicitationId: "elicitation-t-2", status: "pending", message: other.message },
    ]);
  });

  it("joins the pending one when it is sent a second time", async () => {
    const store = trackedStore();
    const answers = [form, { ...form }].map((sent) =>
      store.requestElicitation(sent, { requestId: 0 }),
    );
    store.respondToElicitation(elicitationId(store, 0), { action: "decline" });
    await expect(Promise.all(answers)).resolves.toEqual([
      { action: "decline" },
      { action: "decline" },
    ]);
  });

  it("is removed with its session if it is settled", () => {
    const store = trackedStore();
    for (const requestId of [1, 2]) void store.requestElicitation(form, { requestId });
    void store.requestElicitation(url, { requestId: 3 });
    for (const id of [1, 3])
      store.respondToElicitation(elicitationId(store, id), { action: "decline" });
    store.closeSession("s1");
    expect(all(store)).toMatchObject([
      { requestId: 2, status: "cancelled", reason: "session_closed" },
      { requestId: 3, status: "declined" },
    ]);
  });

  it("is kept when another session is closed", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s2" });
    void store.requestElicitation(form, { requestId: 1 });
    store.respondToElicitation(elicitationId(store, 1), { action: "decline" });
    const before = store.getState().elicitations;
    store.closeSession("s2");
    expect(store.getState().elicitations).toBe(before);
  });

  it("is patched field by field when it settles", () => {
    const store = trackedStore();
    void store.requestElicitation(form, { requestId: 1 });
    store.takePatches();
    store.respondToElicitation(elicitationId(store, 1), { action: "decline" });
    expect(store.takePatches()).toEqual([
      { op: "replace", path: ["elicitations", "elicitation-t-1", "status"], value: "declined" },
      { op: "add", path: ["elicitations", "elicitation-t-1", "reason"], value: "user" },
      { op: "add", path: ["elicitations", "elicitation-t-1", "settledAt"], value: 2 },
      { op: "remove", path: ["pendingElicitations", 0] },
      { op: "remove", path: ["sessions", "s1", "reported"] },
      { op: "replace", path: ["sessions", "s1", "activity"], value: "idle" },
    ]);
  });

  it("notifies watchers of the elicitations", () => {
    const store = trackedStore();
    const listener = vi.fn();
    store.watch({ type: "state", field: "elicitations" }, listener);
    void store.requestElicitation(url);
    store.startTurn("s1");
    expect(listener).toHaveBeenCalledOnce();
  });
});

describe("an observed elicitation", () => {
  const ask = { dir: "recv" as const, msg: { id: 7, method: "elicitation/create", params: url } };

  it("is settled by the answer that was sent", () => {
    const store = trackedStore();
    store.observe(ask);
    store.observe({ dir: "sent", msg: { id: 7, result: { action: "accept" } } });
    store.observe({
      dir: "recv",
      msg: { method: "elicitation/complete", params: { elicitationId: "e1" } },
    });
    expect(last(store)).toMatchObject({ status: "accepted", completed: true });
  });

  it("joins a handler that does not know the request id", async () => {
    const store = trackedStore();
    store.observe(ask);
    const response = store.requestElicitation(url);
    expect(all(store)).toHaveLength(1);
    store.respondToElicitation(last(store)?.elicitationId ?? "", { action: "decline" });
    await expect(response).resolves.toEqual({ action: "decline" });
  });

  it("is aborted by an error in place of an answer", () => {
    const store = trackedStore();
    store.observe(ask);
    store.observe({ dir: "sent", msg: { id: 7, error: { code: -32603, message: "No form" } } });
    expect(last(store)).toMatchObject({ status: "cancelled", reason: "aborted" });
  });

  it("is completed once by elicitation/complete for its page", () => {
    const store = trackedStore();
    const done = (elicitationId: string) =>
      store.observe({
        dir: "recv",
        msg: { method: "elicitation/complete", params: { elicitationId } },
      });
    store.observe(ask);
    void store.requestElicitation({ ...url, elicitationId: "e2" });
    const before = store.getState();
    done("e3");
    expect(store.getState()).toBe(before);
    done("e1");
    expect(all(store).map(({ completed }) => completed)).toEqual([true, undefined]);
    const after = store.getState();
    done("e1");
    expect(store.getState()).toBe(after);
  });

  it("takes the answer that was sent, even after a cancel", () => {
    const store = trackedStore();
    store.observe({ ...ask, msg: { ...ask.msg, params: { ...url, sessionId: "s1" } } });
    store.cancelTurn("s1");
    store.observe({ dir: "sent", msg: { id: 7, result: { action: "accept" } } });
    expect(last(store)).toMatchObject({ status: "accepted", reason: "user" });
  });

  it("does not change when the sent answer is the answer of the user", () => {
    const store = trackedStore();
    store.observe(ask);
    store.respondToElicitation(elicitationId(store, 7), { action: "decline" });
    const before = store.getState();
    store.observe({ dir: "sent", msg: { id: 7, result: { action: "decline" } } });
    expect(store.getState()).toBe(before);
  });

  it("is withdrawn by the agent", () => {
    const store = trackedStore();
    store.observe(ask);
    store.observe({ dir: "recv", msg: { method: "$/cancel_request", params: { requestId: 7 } } });
    expect(last(store)).toMatchObject({ status: "cancelled", reason: "withdrawn" });
  });

  it("is joined by the handler that answers it", async () => {
    const store = trackedStore();
    store.observe(ask);
    const answer = store.requestElicitation(url, { requestId: 7 });
    expect(pending(store)).toHaveLength(1);
    store.respondToElicitation(elicitationId(store, 7), { action: "decline" });
    await expect(answer).resolves.toEqual({ action: "decline" });
  });
});

describe("an answer to an elicitation that was sent", () => {
  const params = {
    mode: "form",
    message: "Which?",
    sessionId: "s1",
    requestedSchema: { type: "object", properties: {} },
  };

  const other = { branch: "B" };
  it.each([
    ["declines", { action: "decline" }, "declined", undefined],
    ["has other content", { action: "accept", content: other }, "accepted", other],
  ])("replaces the answer in the state if it %s", (_name, result, status, content) => {
    const store = trackedStore();
    store.observe({ dir: "recv", msg: { id: 7, method: "elicitation/create", params } });
    store.respondToElicitation(elicitationId(store, 7), {
      action: "accept",
      content: { branch: "A" },
    });
    store.observe({ dir: "sent", msg: { id: 7, result } });
    const [elicitation] = all(store);
    expect(elicitation?.status).toBe(status);
    expect(elicitation?.content).toEqual(content);
  });
});
