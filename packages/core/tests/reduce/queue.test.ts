import { deserialize, serialize } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { recv, sent } from "../support/frames.js";
import { session, text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

/** Returns a store with a running turn and one queued prompt. */
function storeWithQueue(): TrackedStore {
  const store = trackedStore();
  store.startTurn("s1", [text("First")]);
  store.queuePrompt("s1", [text("Second")]);
  return store;
}

const prompts = (store: TrackedStore) => session(store).queue.map(({ prompt }) => prompt);

describe("the queue", () => {
  it("uses the id that the caller has chosen, and queues nothing twice under it", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    expect(store.queuePrompt("s1", [text("One")], { id: "mine" })).toBe("mine");
    expect(store.queuePrompt("s1", [text("Two")], { id: "mine" })).toBe("mine");
    expect(session(store).queue).toMatchObject([{ id: "mine", prompt: [text("One")] }]);
  });

  it("keeps prompts in order, each with its own id and time", () => {
    const store = trackedStore({ now: () => 7 });
    const ids = ["One", "Two"].map((words) => store.queuePrompt("s1", [text(words)]));
    expect(session(store).queue).toEqual([
      { id: ids[0], prompt: [text("One")], at: 7 },
      { id: ids[1], prompt: [text("Two")], at: 7 },
    ]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it("removes a prompt once", () => {
    const store = trackedStore();
    const ids = ["One", "Two"].map((words) => store.queuePrompt("s1", [text(words)]));
    store.unqueuePrompt("s1", ids[0] ?? "");
    expect(prompts(store)).toEqual([[text("Two")]]);
    const before = store.getState();
    store.unqueuePrompt("s1", ids[0] ?? "");
    store.unqueuePrompt("nobody", "x");
    expect(store.getState()).toBe(before);
  });

  it("never reuses an id", () => {
    const store = trackedStore();
    const first = store.queuePrompt("s1", [text("One")]);
    store.unqueuePrompt("s1", first);
    expect(store.queuePrompt("s1", [text("Two")])).not.toBe(first);
  });

  it("copies the caller's prompt", () => {
    const store = trackedStore();
    const prompt = [text("One")];
    store.queuePrompt("s1", prompt);
    prompt.push(text("changed"));
    expect(prompts(store)).toEqual([[text("One")]]);
  });

  it("stays released when turns end successfully", () => {
    const store = storeWithQueue();
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(session(store)).not.toHaveProperty("queueHeld");
  });

  it.each([
    ["the user cancels", (store: TrackedStore) => store.cancelTurn("s1")],
    [
      "a cancel is observed",
      (store: TrackedStore) =>
        store.observe(sent({ method: "session/cancel", params: { sessionId: "s1" } })),
    ],
    ["a turn fails", (store: TrackedStore) => store.endTurn("s1", { error: new Error("no") })],
    ["the connection closes", (store: TrackedStore) => store.disconnect()],
    [
      "the connection is lost",
      (store: TrackedStore) => store.disconnect("Gone.", { retry: { attempt: 1, retryIn: 1 } }),
    ],
  ])("is held when %s", (_how, act) => {
    const store = storeWithQueue();
    act(store);
    expect(session(store)).toMatchObject({ queueHeld: true });
    expect(prompts(store)).toEqual([[text("Second")]]);
  });

  it("is held when the connection is lost while idle", () => {
    const store = trackedStore();
    store.queuePrompt("s1", [text("One")]);
    store.disconnect();
    expect(session(store).queueHeld).toBe(true);
  });

  it("stays released if it was filled while a connection is made, until the last attempt fails", () => {
    const store = trackedStore();
    store.connect();
    store.queuePrompt("s1", [text("One")]);
    store.disconnect("Refused.");
    expect(session(store)).toMatchObject({ queueHeld: true });
    store.connect();
    expect(session(store)).toMatchObject({ queueHeld: true });
    store.observe(sent({ id: 0, method: "initialize", params: { protocolVersion: 1 } }));
    store.observe(recv({ id: 0, result: { protocolVersion: 1 } }));
    store.disconnect("Gone.", { retry: { attempt: 1, retryIn: 1 } });
    store.queuePrompt("s1", [text("Two")]);
    store.connect({ attempt: 1 });
    store.disconnect("Refused.", { retry: { attempt: 2, retryIn: 1 } });
    store.connect({ attempt: 2 });
    expect(session(store)).not.toHaveProperty("queueHeld");
    store.disconnect("Refused.");
    expect(session(store)).toMatchObject({ queueHeld: true });
  });

  it("is not held when it is empty", () => {
    const store = trackedStore();
    store.startTurn("s1");
    store.cancelTurn("s1");
    store.disconnect();
    expect(session(store)).not.toHaveProperty("queueHeld");
  });

  it.each([
    ["by the user", (store: TrackedStore) => store.releaseQueue("s1")],
    ["by the next prompt", (store: TrackedStore) => void store.startTurn("s1", [text("Go on")])],
    [
      "by an observed prompt",
      (store: TrackedStore) => {
        const params = { sessionId: "s1", prompt: [text("Go on")] };
        store.observe(sent({ id: 1, method: "session/prompt", params }));
      },
    ],
    ["by queueing another prompt", (store: TrackedStore) => store.queuePrompt("s1", [text("x")])],
    [
      "when its last prompt is removed",
      (store: TrackedStore) => store.unqueuePrompt("s1", session(store).queue[0]?.id ?? ""),
    ],
  ])("is released %s", (_how, act) => {
    const store = storeWithQueue();
    store.cancelTurn("s1");
    act(store);
    expect(session(store)).not.toHaveProperty("queueHeld");
  });

  it("stays held while prompts remain", () => {
    const store = storeWithQueue();
    const second = session(store).queue[0]?.id ?? "";
    store.queuePrompt("s1", [text("Third")]);
    store.cancelTurn("s1");
    store.unqueuePrompt("s1", second);
    expect(session(store)).toMatchObject({ queueHeld: true });
  });

  it("ignores a release for an unknown session", () => {
    const store = trackedStore();
    const before = store.getState();
    store.releaseQueue("nobody");
    expect(store.getState()).toBe(before);
  });

  it("survives a replay", () => {
    const store = trackedStore();
    store.queuePrompt("s1", [text("Later")]);
    store.observe(sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/w" } }));
    store.update({ sessionUpdate: "agent_message_chunk", content: text("Before") });
    store.observe(recv({ id: 1, result: {} }));
    expect(prompts(store)).toEqual([[text("Later")]]);
  });

  it("is cleared when its session closes and accepts no more prompts", () => {
    const store = storeWithQueue();
    store.cancelTurn("s1");
    store.closeSession("s1");
    store.queuePrompt("s1", [text("Too late")]);
    expect(session(store).queue).toEqual([]);
    expect(session(store)).not.toHaveProperty("queueHeld");
  });
});

describe("a queued prompt", () => {
  /** Returns a store with the queued prompts "One", "Two" and "Three", and their ids. */
  function storeWithThree(): { store: TrackedStore; ids: string[] } {
    const store = trackedStore();
    const ids = ["One", "Two", "Three"].map((words) => store.queuePrompt("s1", [text(words)]));
    store.takePatches();
    return { store, ids };
  }

  const words = (store: TrackedStore) =>
    session(store).queue.flatMap(({ prompt }) =>
      prompt.map((block) => (block.type === "text" ? block.text : block.type)),
    );

  it("gets the edited content and display, and keeps its place, id and time", () => {
    const { store, ids } = storeWithThree();
    const [, before] = session(store).queue;
    store.holdQueuedPrompt("s1", ids[1] ?? "");
    store.editQueuedPrompt("s1", ids[1] ?? "", [text("2")], { display: [text("Zwei")] });
    expect(session(store).queue[1]).toEqual({
      ...before,
      prompt: [text("2")],
      display: [text("Zwei")],
    });
    store.editQueuedPrompt("s1", ids[1] ?? "", [text("2")]);
    expect(session(store).queue[1]).not.toHaveProperty("display");
    expect(words(store)).toEqual(["One", "2", "Three"]);
  });

  it("is held while it is edited, and released by its edit or by the user", () => {
    const { store, ids } = storeWithThree();
    const id = ids[0] ?? "";
    store.holdQueuedPrompt("s1", id);
    expect(session(store).queue[0]?.held).toBe(true);
    expect(session(store)).not.toHaveProperty("queueHeld");
    store.releaseQueuedPrompt("s1", id);
    expect(session(store).queue[0]).not.toHaveProperty("held");
    store.holdQueuedPrompt("s1", id);
    store.editQueuedPrompt("s1", id, [text("1")]);
    expect(session(store).queue[0]).not.toHaveProperty("held");
  });

  it.each([
    [0, 2, ["Two", "Three", "One"]],
    [2, 0, ["Three", "One", "Two"]],
    [0, 1, ["Two", "One", "Three"]],
    [0, 99, ["Two", "Three", "One"]],
    [1, -5, ["Two", "One", "Three"]],
  ])("moves from position %i to %i", (from, to, expected) => {
    const { store, ids } = storeWithThree();
    store.moveQueuedPrompt("s1", ids[from] ?? "", to);
    expect(words(store)).toEqual(expected);
  });

  it("changes nothing when it is unchanged, or is not in the queue", () => {
    const { store, ids } = storeWithThree();
    const before = store.getState();
    store.moveQueuedPrompt("s1", ids[1] ?? "", 1);
    store.editQueuedPrompt("s1", ids[1] ?? "", [text("Two")]);
    store.releaseQueuedPrompt("s1", ids[1] ?? "");
    for (const sessionId of ["s1", "nobody"]) {
      store.editQueuedPrompt(sessionId, "x", [text("2")]);
      store.moveQueuedPrompt(sessionId, "x", 0);
      store.holdQueuedPrompt(sessionId, "x");
    }
    expect(store.getState()).toBe(before);
  });

  it("is changed by patches of its own size", () => {
    const { store, ids } = storeWithThree();
    store.queuePrompt("s1", [text("Four")]);
    store.holdQueuedPrompt("s1", ids[1] ?? "");
    store.moveQueuedPrompt("s1", ids[0] ?? "", 1);
    store.unqueuePrompt("s1", ids[2] ?? "");
    const changed = store.takePatches().map(({ op, path }) => `${op} ${path.slice(2).join("/")}`);
    expect(changed).toEqual([
      "add queue/3",
      "replace queue/1",
      "remove queue/0",
      "add queue/1",
      "remove queue/2",
    ]);
  });

  it("survives serialization with its display and its hold", () => {
    const { store, ids } = storeWithThree();
    store.editQueuedPrompt("s1", ids[0] ?? "", [text("1")], { display: [text("Eins")] });
    store.holdQueuedPrompt("s1", ids[0] ?? "");
    const restored = deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))));
    expect(restored.sessions.get("s1")?.queue).toEqual(session(store).queue);
  });
});
