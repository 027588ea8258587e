import { type AcpPatch, applyAcpPatches, createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { text, trackedStore } from "../support/trackedStore.js";

describe("applyAcpPatches", () => {
  it("shares what did not change", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A" });
    store.update({ sessionUpdate: "tool_call", toolCallId: "b", title: "B" });
    store.ingest({ sessionId: "s2", update: { sessionUpdate: "plan", entries: [] } });
    const before = store.getState();
    store.takePatches();
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "a", status: "completed" });
    const after = applyAcpPatches(before, store.takePatches());
    expect(after.sessions.get("s2")).toBe(before.sessions.get("s2"));
    expect(after.sessions.get("s1")?.toolCalls.get("b")).toBe(
      before.sessions.get("s1")?.toolCalls.get("b"),
    );
    expect(before.sessions.get("s1")?.toolCalls.get("a")?.status).toBe("pending");
    expect(after.sessions.get("s1")?.toolCalls.get("a")?.status).toBe("completed");
  });

  it("returns the same state for no patches", () => {
    const state = createAcpStore().getState();
    expect(applyAcpPatches(state, [])).toBe(state);
  });

  it("follows a store through JSON", () => {
    const store = trackedStore();
    let mirror = store.getState();
    store.inspect((record) => {
      if (record.type !== "commit") return;
      mirror = applyAcpPatches(mirror, JSON.parse(JSON.stringify(record.patches)) as AcpPatch[]);
    });
    store.startTurn("s1", [text("Go")]);
    store.update({ sessionUpdate: "agent_message_chunk", content: text("Hel") });
    store.update({ sessionUpdate: "agent_message_chunk", content: text("lo") });
    store.closeSession("s1");
    store.openSession({ sessionId: "s1", cwd: "/w" });
    expect(mirror).toEqual(store.getState());
  });

  it("can go on in two directions from one state", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A" });
    const base = store.getState();
    const add = (id: string): AcpPatch[] => [
      { op: "add", path: ["sessions", "s1", "toolCalls", id], value: { toolCallId: id } },
    ];
    const [left, right] = [applyAcpPatches(base, add("left")), applyAcpPatches(base, add("right"))];
    expect([...(left.sessions.get("s1")?.toolCalls.keys() ?? [])]).toEqual(["a", "left"]);
    expect([...(right.sessions.get("s1")?.toolCalls.keys() ?? [])]).toEqual(["a", "right"]);
    expect(base.sessions.get("s1")?.toolCalls.size).toBe(1);
  });

  it.each<[string, AcpPatch]>([
    [
      "an unknown session",
      { op: "replace", path: ["sessions", "nobody", "activity"], value: "idle" },
    ],
    ["a path of another shape", { op: "remove", path: ["sessions"] }],
    ["a session that is not there", { op: "remove", path: ["sessions", "nobody"] }],
  ])("refuses a patch for %s", (_name, patch) => {
    expect(() => applyAcpPatches(createAcpStore().getState(), [patch])).toThrow(
      "does not fit this state",
    );
  });
});

describe("initialState", () => {
  it("goes on where another store was", () => {
    const first = trackedStore();
    first.update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A" });
    const second = trackedStore({ initialState: first.getState() });
    second.update({ sessionUpdate: "tool_call", toolCallId: "b", title: "B" });
    expect([...(second.getState().sessions.get("s1")?.toolCalls.keys() ?? [])]).toEqual(["a", "b"]);
    expect(first.getState().sessions.get("s1")?.toolCalls.size).toBe(1);
    expect(second.getInitialState()).toBe(first.getState());
  });
});
