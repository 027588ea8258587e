import {
  deserialize,
  isAcpElicitationError,
  selectPendingElicitations,
  serialize,
} from "@acp-store/core";
import { describe, expect, it, vi } from "vitest";
import { text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

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
const pending = (store: TrackedStore) => selectPendingElicitations(store.getState());
const last = (store: TrackedStore) => store.getState().elicitations.at(-1);

describe("an elicitation", () => {
  it("waits for the user and returns what was filled in", async () => {
    const store = trackedStore();
    const answer = store.requestElicitation(form, { requestId: 4 });
    expect(pending(store)).toMatchObject([
      { id: "4", mode: "form", message: "Which branch?", sessionId: "s1" },
    ]);
    store.respondElicitation("4", { action: "accept", content: { branch: "main" } });
    await expect(answer).resolves.toEqual({ action: "accept", content: { branch: "main" } });
    expect(last(store)).toMatchObject({
      status: "accepted",
      reason: "user",
      content: { branch: "main" },
    });
    expect(pending(store)).toEqual([]);
  });

  it("has what was asked, its turn and its times", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1");
    void store.requestElicitation(form, { requestId: 4 });
    const { sessionId, ...request } = form;
    const asked = { ...request, sessionId, id: "4", requestId: 4, requestedAt: 2, turnId };
    expect(last(store)).toStrictEqual({ ...asked, status: "pending" });
    store.respondElicitation("4", { action: "decline" });
    expect(last(store)).toStrictEqual({
      ...asked,
      status: "declined",
      reason: "user",
      settledAt: 3,
    });
  });

  it("without a session or an id has neither, and no turn", () => {
    const store = trackedStore();
    store.startTurn("s1");
    void store.requestElicitation(url);
    expect(last(store)).toStrictEqual({
      ...url,
      id: "elicitation",
      status: "pending",
      requestedAt: 2,
    });
  });

  it("is the only one that its answer settles", () => {
    const store = trackedStore();
    for (const requestId of [1, 2, 3]) void store.requestElicitation(form, { requestId });
    store.respondElicitation("2", { action: "decline" });
    expect(pending(store).map(({ id }) => id)).toEqual(["1", "3"]);
  });

  it("that was answered stays so when the session's work is stopped", () => {
    const store = trackedStore();
    for (const requestId of [1, 2]) void store.requestElicitation(form, { requestId });
    store.respondElicitation("1", { action: "accept", content: {} });
    const [before] = store.getState().elicitations;
    store.cancelTurn("s1");
    expect(store.getState().elicitations[0]).toBe(before);
    expect(last(store)).toMatchObject({ status: "cancelled", settledAt: 4 });
  });

  it.each(["decline", "cancel"] as const)("can be answered with %s", async (action) => {
    const store = trackedStore();
    const answer = store.requestElicitation(url, { requestId: "a" });
    store.respondElicitation("a", { action });
    await expect(answer).resolves.toEqual({ action });
  });

  it("needs no session", () => {
    const store = trackedStore();
    void store.requestElicitation(url);
    void store.requestElicitation(form);
    expect(pending(store).map(({ sessionId }) => sessionId)).toEqual([undefined, "s1"]);
    expect(selectPendingElicitations(store.getState(), "s1")).toHaveLength(1);
    expect(selectPendingElicitations(store.getState(), "s1")).toBe(
      selectPendingElicitations(store.getState(), "s1"),
    );
  });

  it("of an unknown mode is kept as sent", () => {
    const store = trackedStore();
    void store.requestElicitation({ mode: "_voice", message: "Say it", language: "en" });
    expect(pending(store)).toMatchObject([{ mode: "_voice", language: "en" }]);
  });

  it("has nothing from the agent where the store has something of its own", async () => {
    const store = trackedStore();
    const own = { id: "x", status: "accepted", reason: "user", content: [1], completed: true };
    const times = { requestedAt: "x", settledAt: "x", turnId: "turn-9", scopeRequestId: {} };
    const params = { ...form, ...own, ...times };
    const msg = { id: 7, method: "elicitation/create", params };
    const { accepted, diagnostics } = store.observe({ dir: "recv", msg });
    expect(accepted).toBe(true);
    expect(diagnostics.map(({ code, path }) => [code, path[2]])).toEqual(
      [...Object.keys(own), ...Object.keys(times)].map((field) => ["reserved_field", field]),
    );
    expect(store.getState().elicitations).toEqual([
      { ...form, id: "7", requestId: 7, status: "pending", requestedAt: 1 },
    ]);
    expect(deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))))).toEqual(
      store.getState(),
    );
  });

  it("is not withdrawn by the id of the request that it is for", () => {
    const store = trackedStore();
    void store.requestElicitation({ ...url, requestId: 7 });
    expect(last(store)).toMatchObject({ scopeRequestId: 7 });
    expect(last(store)).not.toHaveProperty("requestId");
    store.observe({ dir: "recv", msg: { method: "$/cancel_request", params: { requestId: 7 } } });
    expect(pending(store)).toHaveLength(1);
  });

  it("that cannot be read is answered as cancelled", async () => {
    const store = trackedStore();
    await expect(store.requestElicitation({ mode: "url", message: "Sign in" })).resolves.toEqual({
      action: "cancel",
    });
    expect(store.getState().elicitations).toEqual([]);
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
  ])("is cancelled at once after that, with the reason %s", async (reason, stop) => {
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

  it("stays answered when the caller's signal comes right after", async () => {
    const store = trackedStore();
    const controller = new AbortController();
    const answer = store.requestElicitation(form, { requestId: 1, signal: controller.signal });
    store.respondElicitation("1", { action: "accept", content: { branch: "main" } });
    controller.abort();
    await expect(answer).resolves.toEqual({ action: "accept", content: { branch: "main" } });
    expect(last(store)).toMatchObject({ status: "accepted", reason: "user" });
  });

  it("can be answered once only", () => {
    const store = trackedStore();
    void store.requestElicitation(form, { requestId: 1 });
    store.respondElicitation("1", { action: "decline" });
    const again = () => store.respondElicitation("1", { action: "cancel" });
    expect(again).toThrow("is declined already (user)");
    expect(again).toThrow(expect.toSatisfy(isAcpElicitationError));
    expect(() => store.respondElicitation("2", { action: "cancel" })).toThrow('no elicitation "2"');
  });

  it.each([
    ["asks something else", { ...form, message: "Which tag?" }],
    ["is of another session", { ...form, sessionId: "s2" }],
    ["is of no session", url],
  ])("takes the place of one that waits if it has its id and %s", async (_name, other) => {
    const store = trackedStore();
    const first = store.requestElicitation(form, { requestId: 0 });
    void store.requestElicitation(other, { requestId: 0 });
    await expect(first).resolves.toEqual({ action: "cancel" });
    expect(store.getState().elicitations).toMatchObject([
      { id: "0", status: "cancelled", reason: "withdrawn" },
      { id: "0~2", status: "pending", ...other },
    ]);
  });

  it("is the same one when it is sent again", async () => {
    const store = trackedStore();
    const answers = [form, { ...form }].map((sent) =>
      store.requestElicitation(sent, { requestId: 0 }),
    );
    store.respondElicitation("0", { action: "decline" });
    await expect(Promise.all(answers)).resolves.toEqual([
      { action: "decline" },
      { action: "decline" },
    ]);
  });

  it("is freed with its session once it is settled", () => {
    const store = trackedStore();
    for (const requestId of [1, 2]) void store.requestElicitation(form, { requestId });
    void store.requestElicitation(url, { requestId: 3 });
    for (const id of ["1", "3"]) store.respondElicitation(id, { action: "decline" });
    store.closeSession("s1");
    expect(store.getState().elicitations).toMatchObject([
      { id: "2", status: "cancelled", reason: "session_closed" },
      { id: "3", status: "declined" },
    ]);
  });

  it("stays as it is when another session is closed", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s2" });
    void store.requestElicitation(form, { requestId: 1 });
    store.respondElicitation("1", { action: "decline" });
    const before = store.getState().elicitations;
    store.closeSession("s2");
    expect(store.getState().elicitations).toBe(before);
  });

  it("is heard of by those who watch it", () => {
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

  it("is aborted by an error in place of an answer", () => {
    const store = trackedStore();
    store.observe(ask);
    store.observe({ dir: "sent", msg: { id: 7, error: { code: -32603, message: "No form" } } });
    expect(last(store)).toMatchObject({ status: "cancelled", reason: "aborted" });
  });

  it("is done when the agent says so of its page, once", () => {
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
    expect(store.getState().elicitations.map(({ completed }) => completed)).toEqual([
      true,
      undefined,
    ]);
    const after = store.getState();
    done("e1");
    expect(store.getState()).toBe(after);
  });

  it("is accepted by the answer that was sent, even after a cancel", () => {
    const store = trackedStore();
    store.observe({ ...ask, msg: { ...ask.msg, params: { ...url, sessionId: "s1" } } });
    store.cancelTurn("s1");
    store.observe({ dir: "sent", msg: { id: 7, result: { action: "accept" } } });
    expect(last(store)).toMatchObject({ status: "accepted", reason: "user" });
  });

  it("changes nothing when the answer that was sent is the user's", () => {
    const store = trackedStore();
    store.observe(ask);
    store.respondElicitation("7", { action: "decline" });
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

  it("is the same one for who answers it", async () => {
    const store = trackedStore();
    store.observe(ask);
    const answer = store.requestElicitation(url, { requestId: 7 });
    expect(pending(store)).toHaveLength(1);
    store.respondElicitation("7", { action: "decline" });
    await expect(answer).resolves.toEqual({ action: "decline" });
  });
});

describe("the answer that was sent", () => {
  const params = {
    mode: "form",
    message: "Which?",
    sessionId: "s1",
    requestedSchema: { type: "object", properties: {} },
  };

  const other = { branch: "B" };
  it.each([
    ["declines", { action: "decline" }, "declined", undefined],
    ["says something else", { action: "accept", content: other }, "accepted", other],
  ])("counts, also where it %s", (_name, result, status, content) => {
    const store = trackedStore();
    store.observe({ dir: "recv", msg: { id: 7, method: "elicitation/create", params } });
    store.respondElicitation("7", { action: "accept", content: { branch: "A" } });
    store.observe({ dir: "sent", msg: { id: 7, result } });
    const [elicitation] = store.getState().elicitations;
    expect(elicitation?.status).toBe(status);
    expect(elicitation?.content).toEqual(content);
  });
});
