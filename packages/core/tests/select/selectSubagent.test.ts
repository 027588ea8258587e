import { selectSubagent, selectSubagentStatus, selectWorkingSubagents } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { trackedStore, type TrackedStore } from "../support/trackedStore.js";

function report(
  store: TrackedStore,
  sessionId: string,
  fields: Record<string, unknown>,
  parentId = "s1",
): void {
  store.ingest({
    sessionId: parentId,
    update: { sessionUpdate: "subagent_update", sessionId, ...fields },
  });
}

const RUNNING = { state: { state: "running" } };
const statusOf = (store: TrackedStore, id = "child") => selectSubagentStatus(store.getState(), id);

describe("selectSubagent", () => {
  it("finds the entity in the parent of a session", () => {
    const store = trackedStore();
    report(store, "child", { title: "Explore" });
    report(store, "grandchild", { title: "Search" }, "child");
    expect(selectSubagent(store.getState(), "grandchild")?.title).toBe("Search");
    expect(selectSubagent(store.getState(), "child")?.title).toBe("Explore");
  });

  it("returns undefined for sessions of the user and unknown ones", () => {
    const store = trackedStore();
    report(store, "child", {});
    expect(selectSubagent(store.getState(), "s1")).toBeUndefined();
    expect(selectSubagent(store.getState(), "unknown")).toBeUndefined();
  });
});

describe("selectSubagentStatus", () => {
  it.each([
    [{ state: "running" }, "running"],
    [{ state: "_thinking" }, "running"],
    [{ state: "requires_action" }, "requires_action"],
    [{ state: "idle", stopReason: "end_turn" }, "done"],
    [{ state: "idle", stopReason: "cancelled" }, "cancelled"],
    [{ state: "idle", stopReason: "error" }, "failed"],
    [{ state: "idle", error: { code: -32603, message: "Overloaded" } }, "failed"],
  ])("maps the report %o to %s", (state, expected) => {
    const store = trackedStore();
    report(store, "child", { state });
    expect(statusOf(store)).toBe(expected);
  });

  it("is undefined for a subagent that has not worked", () => {
    const store = trackedStore();
    report(store, "child", {});
    expect(statusOf(store)).toBeUndefined();
  });

  it("follows the subagent's own session in version 2", () => {
    const store = trackedStore({ protocolVersion: 2 });
    const childReports = (state: string) =>
      store.ingest({ sessionId: "child", update: { sessionUpdate: "state_update", state } });
    report(store, "child", {});
    childReports("running");
    expect(statusOf(store)).toBe("running");
    childReports("idle");
    expect(statusOf(store)).toBe("done");
  });

  it("is cancelling until the subagent confirms", () => {
    const store = trackedStore();
    report(store, "child", RUNNING);
    store.cancelTurn("child");
    expect(statusOf(store)).toBe("cancelling");
    report(store, "child", { state: { state: "idle", stopReason: "cancelled" } });
    expect(statusOf(store)).toBe("cancelled");
  });

  function storeAfterTurn(protocolVersion: 1 | 2 = 1): TrackedStore {
    const store = trackedStore({ protocolVersion });
    store.startTurn("s1");
    report(store, "child", RUNNING);
    expect(statusOf(store)).toBe("running");
    store.endTurn("s1", { stopReason: "end_turn" });
    return store;
  }

  it("is unfinished when the turn ends before the subagent", () => {
    expect(statusOf(storeAfterTurn())).toBe("unfinished");
  });

  it("is running after the turn if the subagent can be stopped alone", () => {
    const store = trackedStore();
    store.startTurn("s1");
    report(store, "child", { ...RUNNING, capabilities: { cancel: {} } });
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statusOf(store)).toBe("running");
  });

  it("is running when the subagent continues after the turn", () => {
    let now = 0;
    const store = trackedStore({ now: () => (now += 2_000) });
    store.startTurn("s1");
    report(store, "child", RUNNING);
    store.endTurn("s1", { stopReason: "end_turn" });
    store.ingest({
      sessionId: "child",
      update: {
        sessionUpdate: "agent_message_chunk",
        content: { type: "text", text: "Still here" },
      },
    });
    expect(statusOf(store)).toBe("running");
  });

  it("is running while the parent lists the subagent as background work", () => {
    const store = storeAfterTurn(2);
    const background = [{ type: "subagent", sessionId: "child" }];
    store.update({ sessionUpdate: "state_update", state: "idle", background });
    expect(statusOf(store)).toBe("running");
  });

  it("is unfinished for a nested subagent when the turn of the user ends", () => {
    const store = trackedStore();
    store.startTurn("s1");
    report(store, "child", { state: { state: "idle", stopReason: "end_turn" } });
    report(store, "grandchild", RUNNING, "child");
    expect(statusOf(store, "grandchild")).toBe("running");
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statusOf(store, "grandchild")).toBe("unfinished");
  });

  it("is unfinished when the user stops the turn and the agent reports no end", () => {
    const store = trackedStore();
    store.startTurn("s1");
    report(store, "child", RUNNING);
    store.cancelTurn("s1");
    store.endTurn("s1", { stopReason: "cancelled" });
    expect(statusOf(store)).toBe("unfinished");
  });
});

describe("selectWorkingSubagents", () => {
  const titles = (store: TrackedStore, id = "s1") =>
    selectWorkingSubagents(store.getState(), id).map(({ title }) => title);

  it("lists nested subagents, and leaves out those that have ended", () => {
    const store = trackedStore();
    report(store, "a", { title: "A", ...RUNNING });
    report(store, "b", { title: "B", state: { state: "idle", stopReason: "end_turn" } });
    report(store, "c", { title: "C", state: { state: "requires_action" } }, "a");
    expect(titles(store)).toEqual(["A", "C"]);
    expect(titles(store, "a")).toEqual(["C"]);
  });

  it("keeps its reference until the list changes", () => {
    const store = trackedStore();
    report(store, "a", RUNNING);
    const before = selectWorkingSubagents(store.getState(), "s1");
    store.ingest({
      sessionId: "a",
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x" } },
    });
    expect(selectWorkingSubagents(store.getState(), "s1")).toBe(before);
  });

  it("ends if two sessions are each other's parent", () => {
    const store = trackedStore();
    report(store, "a", { title: "A", ...RUNNING });
    report(store, "s1", { title: "Parent", ...RUNNING }, "a");
    expect(titles(store)).toEqual(["A"]);
    expect(statusOf(store, "a")).toBe("running");
  });
});

describe("a subagent", () => {
  const times = (store: TrackedStore) => {
    const { startedAt, endedAt } = selectSubagent(store.getState(), "child") ?? {};
    return { startedAt, endedAt };
  };

  it("has the times of its latest work", () => {
    let now = 10;
    const store = trackedStore({ now: () => now });
    report(store, "child", RUNNING);
    now = 20;
    report(store, "child", { state: { state: "requires_action" } });
    expect(times(store)).toEqual({ startedAt: 10, endedAt: undefined });
    now = 30;
    report(store, "child", { state: { state: "idle" } });
    expect(times(store)).toEqual({ startedAt: 10, endedAt: 30 });
    now = 40;
    report(store, "child", RUNNING);
    expect(times(store)).toEqual({ startedAt: 40, endedAt: undefined });
  });

  it("does not take the times of the agent", () => {
    const store = trackedStore();
    const update = {
      sessionUpdate: "subagent_update",
      sessionId: "child",
      startedAt: 1,
      endedAt: 2,
    };
    const { diagnostics } = store.update(update);
    expect(diagnostics.map(({ code, path }) => [code, path.at(-1)])).toEqual([
      ["reserved_field", "startedAt"],
      ["reserved_field", "endedAt"],
    ]);
    expect(times(store)).toEqual({ startedAt: undefined, endedAt: undefined });
  });
});
