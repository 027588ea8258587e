import { connectReduxDevtools } from "@acp-store/devtools";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callUpdate, said, sent, steadyStore, toolCall } from "../support/frames.js";

interface Shown {
  readonly action: { readonly type: string } | null | "init";
  readonly state: Record<string, unknown>;
}

/** Stands in for the extension, with its interface. */
function standIn() {
  const shown: Shown[] = [];
  const listeners = new Set<(message: object) => void>();
  const options: object[] = [];
  const extension = {
    connect: (given: object) => {
      options.push(given);
      return {
        init: (state: Shown["state"]) => void shown.push({ action: "init", state }),
        send: (action: Shown["action"], state: Shown["state"]) =>
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

describe("with the extension", () => {
  let fake: ReturnType<typeof standIn>;
  beforeEach(() => {
    fake = standIn();
    page.__REDUX_DEVTOOLS_EXTENSION__ = fake.extension;
  });
  afterEach(() => void delete page.__REDUX_DEVTOOLS_EXTENSION__);

  const types = () =>
    fake.shown.map(({ action }) => (typeof action === "object" ? action?.type : action));

  it("shows an action for each commit, by what it is about", () => {
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

  it("shows maps as objects, whatever the ids", () => {
    const store = steadyStore();
    connectReduxDevtools(store);
    store.observe(toolCall("__proto__"));
    const { sessions } = fake.lastState() as { sessions: { s1: { toolCalls: object } } };
    expect(Object.entries(sessions.s1.toolCalls)).toMatchObject([["__proto__", { title: "Read" }]]);
    expect(JSON.parse(JSON.stringify(sessions))).toMatchObject({
      s1: { timeline: [{ id: "__proto__" }] },
    });
  });

  it("shows what has not changed as the same object", () => {
    const store = steadyStore();
    connectReduxDevtools(store);
    store.observe(toolCall("call_1"));
    const before = fake.lastState() as { sessions: { s1: Record<string, unknown> } };
    store.observe(said("Hi"));
    const after = fake.lastState() as typeof before;
    expect(after.sessions.s1["toolCalls"]).toBe(before.sessions.s1["toolCalls"]);
    expect(after.sessions.s1["messages"]).not.toBe(before.sessions.s1["messages"]);
  });

  it("leaves the store alone, whatever is pressed", () => {
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
    store.observe(said("on it goes"));
    expect(types().at(-1)).toBe("message_chunk agent");
  });

  it.each(["COMMIT", "RESET", "ROLLBACK"])("begins the list anew on %s", (type) => {
    const store = steadyStore();
    connectReduxDevtools(store);
    store.observe(toolCall("call_1"));
    fake.press({ type });
    expect(types()).toEqual(["init", "tool_call call_1", "init"]);
    expect(fake.shown.at(-1)?.state).toEqual(fake.shown.at(-2)?.state);
  });

  it("shows nothing while it is paused", () => {
    const store = steadyStore();
    connectReduxDevtools(store);
    fake.press({ type: "PAUSE_RECORDING", status: true });
    store.observe(said("a"));
    fake.press({ type: "PAUSE_RECORDING" });
    store.observe(said("b"));
    expect(types()).toEqual(["init", "message_chunk agent"]);
  });

  it("hands an imported list back to the extension", () => {
    connectReduxDevtools(steadyStore());
    const nextLiftedState = { computedStates: [] };
    fake.press({ type: "IMPORT_STATE", nextLiftedState });
    expect(fake.shown.at(-1)).toEqual({ action: null, state: nextLiftedState });
  });

  it("is silent after it is disconnected", () => {
    const store = steadyStore();
    const disconnect = connectReduxDevtools(store);
    disconnect();
    store.observe(sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/" } }));
    expect(types()).toEqual(["init"]);
    expect(fake.listeners.size).toBe(0);
  });
});

describe("without the extension", () => {
  it("does nothing", () => {
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
