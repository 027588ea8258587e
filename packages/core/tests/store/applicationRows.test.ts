import {
  AcpApplicationRowError,
  type AcpState,
  deserialize,
  isAcpApplicationRowError,
  type JsonValue,
  selectTimeline,
  serialize,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { recv, sent, updated } from "../support/frames.js";
import { session, text, type TrackedStore, trackedStore } from "../support/trackedStore.js";

const chunk = { sessionUpdate: "agent_message_chunk", messageId: "m", content: text("a") };
const call = { sessionUpdate: "tool_call_update", toolCallId: "c" };

/** Returns a store with session "s1" that has a message. */
function openStore(protocolVersion: 1 | 2 = 1): TrackedStore {
  const store = trackedStore({ protocolVersion });
  store.update(chunk);
  return store;
}
const rowOf = (state: AcpState, id: string) => state.sessions.get("s1")?.applicationRows.get(id);
const timeline = (store: TrackedStore) =>
  selectTimeline(store.getState(), "s1").map(({ type }) => type);

describe.each([1, 2] as const)("a row of the application in version %i", (version) => {
  it("is added to the end of the timeline", () => {
    const store = openStore(version);
    const rowId = store.putApplicationRow("s1", { data: { note: "Started" } });
    store.update(call);
    expect(session(store).timeline).toEqual([
      { type: "message", id: "agent:m", run: 0 },
      { type: "application_row", id: rowId },
      { type: "tool_call", id: "c" },
    ]);
    expect(rowOf(store.getState(), rowId)).toEqual({
      rowId,
      data: { note: "Started" },
      createdAt: 2,
      updatedAt: 2,
    });
  });

  it("keeps its position and creation time when its data is replaced", () => {
    const store = openStore(version);
    store.putApplicationRow("s1", { rowId: "r", data: ["a", { b: 1 }] });
    store.update(call);
    expect(store.putApplicationRow("s1", { rowId: "r", data: ["b", { b: 1 }] })).toBe("r");
    expect(timeline(store)).toEqual(["message", "application_row", "tool_call"]);
    expect(rowOf(store.getState(), "r")).toMatchObject({
      data: ["b", { b: 1 }],
      createdAt: 2,
      updatedAt: 4,
    });
    const before = store.getState();
    store.putApplicationRow("s1", { rowId: "r", data: ["b", { b: 1 }] });
    expect(store.getState()).toBe(before);
  });

  it("is removed with its timeline item", () => {
    const store = openStore(version);
    const rowId = store.putApplicationRow("s1", { data: null });
    store.removeApplicationRow("s1", rowId);
    expect(timeline(store)).toEqual(["message"]);
    expect(session(store).applicationRows.size).toBe(0);
    const before = store.getState();
    store.removeApplicationRow("s1", rowId);
    store.removeApplicationRow("unknown", rowId);
    expect(store.getState()).toBe(before);
  });

  it("starts a new run of the message that continues after it", () => {
    const store = openStore(version);
    store.putApplicationRow("s1", { data: "Checkpoint" });
    store.update(chunk);
    expect(timeline(store)).toEqual(["message", "application_row", "message"]);
  });

  it("is serialized", () => {
    const store = openStore(version);
    store.putApplicationRow("s1", { rowId: "r", data: { a: [1, "b", null, true] } });
    const saved = deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))));
    expect(rowOf(saved, "r")?.data).toEqual({ a: [1, "b", null, true] });
    const copy = trackedStore({ initialState: saved });
    const added = copy.putApplicationRow("s1", { data: 1 });
    expect([...session(copy).applicationRows.keys()]).toEqual(["r", added]);
  });

  it("survives a replay", () => {
    const store = openStore(version);
    store.putApplicationRow("s1", { rowId: "r", data: 1 });
    const params = { sessionId: "s1", cwd: "/w", replayFrom: { type: "start" } };
    const method = version === 1 ? "session/load" : "session/resume";
    for (const frame of [
      sent({ id: 0, method, params }),
      updated(call),
      recv({ id: 0, result: {} }),
    ])
      store.observe(frame);
    expect(timeline(store)).toEqual(["application_row", "tool_call"]);
    expect(rowOf(store.getState(), "r")).not.toHaveProperty("replayed");
  });

  it("is freed when the session is closed", () => {
    const store = openStore(version);
    store.putApplicationRow("s1", { rowId: "r", data: 1 });
    store.closeSession("s1");
    expect(session(store)).toMatchObject({ timeline: [] });
    expect(session(store).applicationRows.size).toBe(0);
  });
});

describe("putApplicationRow", () => {
  it("copies the data", () => {
    const store = openStore();
    const data = { list: ["a"] };
    store.putApplicationRow("s1", { rowId: "r", data });
    data.list.push("b");
    expect(rowOf(store.getState(), "r")?.data).toEqual({ list: ["a"] });
  });

  it("never gives the id of a removed row to another", () => {
    const store = openStore();
    const first = store.putApplicationRow("s1", { data: 1 });
    store.removeApplicationRow("s1", first);
    expect(store.putApplicationRow("s1", { data: 2 })).not.toBe(first);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  it.each([
    ["undefined", undefined, []],
    ["a function", { f: () => 1 }, ["f"]],
    ["a Date", { list: [new Date(0)] }, ["list", 0]],
    ["NaN", Number.NaN, []],
    ["a cycle", cyclic, []],
  ])("throws a typed error for data with %s", (_name, data, path) => {
    const store = openStore();
    const before = store.getState();
    const error = thrownBy(() => store.putApplicationRow("s1", { data: data as JsonValue }));
    expect(error).toMatchObject({ reason: "not_json", path });
    expect(error).toBeInstanceOf(AcpApplicationRowError);
    expect(store.getState()).toBe(before);
  });

  it("throws a typed error for an unknown or closed session", () => {
    const store = openStore();
    const put = (sessionId: string) => () => store.putApplicationRow(sessionId, { data: 1 });
    expect(thrownBy(put("s2"))).toMatchObject({ reason: "unknown_session" });
    store.closeSession("s1");
    expect(thrownBy(put("s1"))).toMatchObject({ reason: "session_closed" });
  });
});

function thrownBy(run: () => unknown): AcpApplicationRowError | undefined {
  try {
    run();
  } catch (error) {
    if (isAcpApplicationRowError(error)) return error;
    throw error;
  }
  return undefined;
}
