import { connectReduxDevtools } from "@acp-store/devtools";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callUpdate, said, sent, steadyStore, toolCall } from "../support/frames.js";

interface ShownAction {
  readonly action: { readonly type: string } | null | "init";
  readonly state: Record<string, unknown>;
}

/** Creates a fake extension that records what it would show. */
function createFakeExtension() {
  const shown: ShownAction[] = [];
  const listeners = new Set<(message: object) => void>();
  const options: object[] = [];
  const extension = {
    connect: (given: object) => {
      options.push(given);
      return {
        init: (state: ShownAction["state"]) => void shown.push({ action: "init", state }),
        send: (action: ShownAction["action"], state: ShownAction["state"]) =>
          void shown.push({ action, state }),
        subscribe: (listener: (message: object) => void) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      };
    },
  };
  const press = (payload: object): void => {
    for (const listener of listeners) listener({ type: "DISPATCH", payload, state: "{}" });
  };
  const lastState = (): unknown => shown.at(-1)?.state;
  return { extension, lastState, shown, listeners, options, press };
}

const page = globalThis as { __REDUX_DEVTOOLS_EXTENSION__?: object };

describe("connectReduxDevtools with the extension", () => {
  let fake: ReturnType<typeof createFakeExtension>;
  beforeEach(() => {
    fake = createFakeExtension();
    page.__REDUX_DEVTOOLS_EXTENSION__ = fake.extension;
  });
  afterEach(() => void delete page.__REDUX_DEVTOOLS_EXTENSION__);

  const types = () =>
    fake.shown.map(({ action }) => (typeof action === "object" ? action?.type : action));

  it("sends an action for each commit, named after its subject", () => {
    const store = steadyStore();
    connectReduxDevtools(store, { name: "gemini" });
    store.observe(toolCall("call_1"));
    store.observe(callUpdate("call_1", { status: "completed" }));
    store.observe(callUpdate("call_1", { status: "completed" }));
    store.cancelTurn("s1");
    expect(fake.options).toMatchObject([{ name: "gemini", features: { lock: false, jump: true } }]);
    expect(types()).toEqual(["init", "tool_call call_1", "tool_call call_1 completed"]);
    expect(fake.shown[1]?.action).toMatchObject({
      event: { type: "tool_call" },
      message: { method: "session/update" },
    });
  });

  it("converts maps to objects, even with an id of __proto__", () => {
    const store = steadyStore();
    connectReduxDevtools(store);
    store.observe(toolCall("__proto__"));
    const { sessions } = fake.lastState() as { sessions: { s1: { toolCalls: object } } };
    expect(Object.entries(sessions.s1.toolCalls)).toMatchObject([["__proto__", { title: "Read" }]]);
    expect(JSON.parse(JSON.stringify(sessions))).toMatchObject({
      s1: { timeline: [{ id: "__proto__" }] },
    });
  });

  it("reuses the objects of unchanged parts", () => {
    const store = steadyStore();
    connectReduxDevtools(store);
    store.observe(toolCall("call_1"));
    const before = fake.lastState() as { sessions: { s1: Record<string, unknown> } };
    store.observe(said("Hi"));
    const after = fake.lastState() as typeof before;
    expect(after.sessions.s1["toolCalls"]).toBe(before.sessions.s1["toolCalls"]);
    expect(after.sessions.s1["messages"]).not.toBe(before.sessions.s1["messages"]);
  });

  it("never changes the store when a button is pressed", () => {
    const store = steadyStore();
    connectReduxDevtools(store);
    store.observe(toolCall("call_1"));
    const before = store.getState();
    for (const type of [
      "JUMP_TO_ACTION",
      "JUMP_TO_STATE",
      "TOGGLE_ACTION",
      "LOCK_CHANGES",
      "RESET",
      "ROLLBACK",
    ])
      fake.press({ type });
    expect(store.getState()).toBe(before);
    store.observe(said("more"));
    expect(types().at(-1)).toBe("message_chunk agent");
  });

  it.each(["COMMIT", "RESET", "ROLLBACK"])(
    "restarts the list with the current state on %s",
    (type) => {
      const store = steadyStore();
      connectReduxDevtools(store);
      store.observe(toolCall("call_1"));
      fake.press({ type });
      expect(types()).toEqual(["init", "tool_call call_1", "init"]);
      expect(fake.shown.at(-1)?.state).toEqual(fake.shown.at(-2)?.state);
    },
  );

  it("sends nothing while paused", () => {
    const store = steadyStore();
    connectReduxDevtools(store);
    fake.press({ type: "PAUSE_RECORDING", status: true });
    store.observe(said("a"));
    fake.press({ type: "PAUSE_RECORDING" });
    store.observe(said("b"));
    expect(types()).toEqual(["init", "message_chunk agent"]);
  });

  it("returns an imported list to the extension", () => {
    connectReduxDevtools(steadyStore());
    const nextLiftedState = { computedStates: [] };
    fake.press({ type: "IMPORT_STATE", nextLiftedState });
    expect(fake.shown.at(-1)).toEqual({ action: null, state: nextLiftedState });
  });

  it("sends nothing after disconnecting", () => {
    const store = steadyStore();
    const disconnect = connectReduxDevtools(store);
    disconnect();
    store.observe(sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/" } }));
    expect(types()).toEqual(["init"]);
    expect(fake.listeners.size).toBe(0);
  });
});

describe("connectReduxDevtools without the extension", () => {
  it("does not inspect the store", () => {
    const store = steadyStore();
    let inspectors = 0;
    const inspect: typeof store.inspect = (observer) => {
      inspectors++;
      return store.inspect(observer);
    };
    const disconnect = connectReduxDevtools({ ...store, inspect });
    expect(inspectors).toBe(0);
    disconnect();
  });
});
