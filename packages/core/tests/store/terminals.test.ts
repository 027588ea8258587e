import { selectTerminal } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { session, trackedStore, type TrackedStore, asSent } from "../support/trackedStore.js";

/** Observes a `terminal/*` request of the agent and the client's response. */
function exchange(
  store: TrackedStore,
  id: number,
  method: string,
  params: object,
  result: object,
): void {
  store.observe({ dir: "recv", msg: { id, method, params: { sessionId: "s1", ...params } } });
  store.observe({ dir: "sent", msg: { id, result } });
}

const terminal = (store: TrackedStore) => asSent(selectTerminal(store.getState(), "s1", "t1"));

describe("a terminal with output from reportTerminal", () => {
  const created = () => {
    const store = trackedStore({ limits: { terminalBytes: 8 } });
    exchange(store, 0, "terminal/create", { command: "x" }, { terminalId: "t1" });
    return store;
  };

  it("keeps live output if a terminal/output response follows", () => {
    const store = created();
    store.reportTerminal("s1", "t1", { output: "one " });
    exchange(store, 1, "terminal/output", { terminalId: "t1" }, { output: "on", truncated: true });
    store.reportTerminal("s1", "t1", { output: "two" });
    expect(terminal(store)).toMatchObject({ output: "one two", outputBytes: 7, truncatedBytes: 0 });
    expect(terminal(store)).not.toHaveProperty("truncated");
  });

  it("replaces the output of previous responses with live output", () => {
    const store = created();
    exchange(store, 1, "terminal/output", { terminalId: "t1" }, { output: "on", truncated: true });
    store.reportTerminal("s1", "t1", { output: "one " });
    expect(terminal(store)).toMatchObject({ output: "one ", live: true });
    expect(terminal(store)).not.toHaveProperty("truncated");
  });

  it("drops the start of the output at the limit", () => {
    const store = created();
    store.reportTerminal("s1", "t1", { output: "0123456" });
    store.reportTerminal("s1", "t1", { output: "789" });
    expect(terminal(store)).toMatchObject({ output: "23456789", truncatedBytes: 2 });
  });

  it("records the exit status after the terminal was released", () => {
    const store = created();
    exchange(store, 1, "terminal/release", { terminalId: "t1" }, {});
    store.reportTerminal("s1", "t1", { output: "bye", exitStatus: { signal: "SIGTERM" } });
    expect(terminal(store)).toMatchObject({
      output: "bye",
      exitStatus: { signal: "SIGTERM" },
      released: true,
    });
  });

  it("ignores reports after its session was closed", () => {
    const store = created();
    store.closeSession("s1");
    const before = store.getState();
    store.reportTerminal("s1", "t1", { output: "late", exitStatus: { exitCode: 0 } });
    expect(store.getState()).toBe(before);
  });
});

describe("an observed terminal of the client", () => {
  it("records the command, output, exit status and release", () => {
    const store = trackedStore();
    exchange(
      store,
      0,
      "terminal/create",
      { command: "npm", args: ["test"], cwd: "/w" },
      { terminalId: "t1" },
    );
    expect(terminal(store)).toEqual({
      terminalId: "t1",
      command: "npm test",
      cwd: "/w",
      output: "",
      outputBytes: 0,
      truncatedBytes: 0,
    });
    exchange(
      store,
      1,
      "terminal/output",
      { terminalId: "t1" },
      { output: "1 passed", truncated: false },
    );
    exchange(store, 2, "terminal/wait_for_exit", { terminalId: "t1" }, { exitCode: 0 });
    exchange(store, 3, "terminal/release", { terminalId: "t1" }, {});
    expect(terminal(store)).toMatchObject({
      output: "1 passed",
      exitStatus: { exitCode: 0 },
      released: true,
    });
  });

  it("keeps its output when it is killed and waits for the exit status", () => {
    const store = trackedStore();
    exchange(store, 0, "terminal/create", { command: "x" }, { terminalId: "t1" });
    exchange(store, 1, "terminal/output", { terminalId: "t1" }, { output: "a", truncated: false });
    const before = store.getState();
    exchange(store, 2, "terminal/kill", { terminalId: "t1" }, {});
    expect(store.getState()).toBe(before);
    exchange(store, 3, "terminal/wait_for_exit", { terminalId: "t1" }, { signal: "SIGTERM" });
    expect(terminal(store)).toMatchObject({ output: "a", exitStatus: { signal: "SIGTERM" } });
  });

  it("replaces the output with the newest response", () => {
    const store = trackedStore();
    exchange(store, 0, "terminal/create", { command: "x" }, { terminalId: "t1" });
    exchange(
      store,
      1,
      "terminal/output",
      { terminalId: "t1" },
      { output: "a", truncated: false, exitStatus: null },
    );
    exchange(
      store,
      2,
      "terminal/output",
      { terminalId: "t1" },
      { output: "ab", truncated: false, exitStatus: { exitCode: 1 } },
    );
    expect(terminal(store)).toMatchObject({
      output: "ab",
      outputBytes: 2,
      exitStatus: { exitCode: 1 },
    });
  });

  it("starts empty when its id is created a second time", () => {
    const store = trackedStore();
    const create = (id: number, command: string) =>
      exchange(store, id, "terminal/create", { command, cwd: "/w" }, { terminalId: "t1" });
    create(0, "first");
    const result = { output: "old", truncated: true, exitStatus: { exitCode: 1 } };
    exchange(store, 1, "terminal/output", { terminalId: "t1" }, result);
    exchange(store, 2, "terminal/release", { terminalId: "t1" }, {});
    create(3, "second");
    expect(terminal(store)).toEqual({
      terminalId: "t1",
      command: "second",
      cwd: "/w",
      output: "",
      outputBytes: 0,
      truncatedBytes: 0,
    });
    expect(session(store).timeline).toEqual([{ type: "terminal", id: "t1" }]);
  });

  it("is marked as truncated while the client truncates its output", () => {
    const store = trackedStore();
    const output = (id: number, truncated: boolean) =>
      exchange(store, id, "terminal/output", { terminalId: "t1" }, { output: "end", truncated });
    output(0, true);
    expect(terminal(store)).toMatchObject({ output: "end", truncated: true, truncatedBytes: 0 });
    output(1, false);
    expect(terminal(store)).not.toHaveProperty("truncated");
  });

  it("keeps a half surrogate at the start of output that fits", () => {
    const store = trackedStore({ limits: { terminalBytes: 3 } });
    const result = { output: "\ude00a", truncated: true };
    exchange(store, 0, "terminal/output", { terminalId: "t1" }, result);
    expect(terminal(store)).toMatchObject({
      output: "\ude00a",
      outputBytes: 3,
      truncatedBytes: 0,
    });
  });

  it.each([
    ["an error", { id: 0, error: { code: -32603, message: "no" } }],
    ["a response without an id", { id: 0, result: {} }],
  ])("is not created by %s", (_name, msg) => {
    const store = trackedStore();
    store.observe({
      dir: "recv",
      msg: { id: 0, method: "terminal/create", params: { sessionId: "s1", command: "x" } },
    });
    const before = store.getState();
    store.observe({ dir: "sent", msg });
    expect(store.getState()).toBe(before);
  });
});
