import {
  createReadSource,
  isSameValue,
  type StateRead,
  toolCallsRead,
} from "@acp-store/core/reads";
import { describe, expect, it } from "vitest";
import { addChunk, createFilledStore } from "../support/readCases.js";

const titles: StateRead<readonly (string | undefined)[]> = {
  targets: [{ type: "table", sessionId: "s1", table: "toolCalls" }],
  read: (state) =>
    toolCallsRead("s1")
      .read(state, createFilledStore())
      .map(({ title }) => title),
};

const setCall = (store: ReturnType<typeof createFilledStore>, change: object): void =>
  void store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "tool_call_update", toolCallId: "c1", ...change },
  });

describe("createReadSource", () => {
  it("reads a state only once", () => {
    let runs = 0;
    const store = createFilledStore();
    const source = createReadSource(store, { read: () => ++runs });
    expect([source.get(), source.get(), runs]).toEqual([1, 1, 1]);
    addChunk(store);
    expect([source.get(), runs]).toEqual([2, 2]);
  });

  it("keeps the reference of an array with the same items", () => {
    const store = createFilledStore();
    const source = createReadSource(store, titles);
    const before = source.get();
    setCall(store, { status: "in_progress" });
    expect(source.get()).toBe(before);
  });

  it("calls a listener only if the value differs, and not after it was removed", () => {
    const store = createFilledStore();
    const source = createReadSource(store, titles);
    let calls = 0;
    const stop = source.subscribe(() => calls++);
    setCall(store, { status: "in_progress" });
    expect(calls).toBe(0);
    setCall(store, { title: "Edit a.ts" });
    expect(calls).toBe(1);
    stop();
    setCall(store, { title: "Edit b.ts" });
    expect(calls).toBe(1);
  });

  it("calls each listener of a source", () => {
    const store = createFilledStore();
    const source = createReadSource(store, titles);
    const calls: string[] = [];
    source.subscribe(() => calls.push("first"));
    source.subscribe(() => calls.push("second"));
    setCall(store, { title: "Edit a.ts" });
    expect(calls).toEqual(["first", "second"]);
  });

  it("calls a listener for every difference if the read has no targets", () => {
    const store = createFilledStore();
    const source = createReadSource(store, { read: (state) => state.connection?.status });
    let calls = 0;
    source.subscribe(() => calls++);
    addChunk(store);
    expect(calls).toBe(0);
    store.connect();
    expect([calls, source.get()]).toEqual([1, "connecting"]);
  });
});

describe("isSameValue", () => {
  it.each([
    ["equal numbers", 1, 1, true],
    ["NaN", Number.NaN, Number.NaN, true],
    ["arrays with the same items", [1, "a"], [1, "a"], true],
    ["arrays of different lengths", [1], [1, 2], false],
    ["arrays with different items", [1], [2], false],
    ["equal objects", {}, {}, false],
    ["an array and nothing", [], undefined, false],
  ])("compares %s", (_name, a, b, expected) => {
    expect(isSameValue(a, b)).toBe(expected);
  });
});
