import { selectStalled } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { session, text, type TrackedStore, trackedStore } from "../support/trackedStore.js";

/** Returns a store whose clock shows the time that was set last. */
function storeAt(protocolVersion: 1 | 2 = 1): TrackedStore & { setTime(time: number): void } {
  let time = 0;
  const store = trackedStore({ protocolVersion, now: () => time });
  return { ...store, setTime: (next) => void (time = next) };
}

const chunk = { sessionUpdate: "agent_message_chunk", messageId: "m", content: text("a") };
const call = (toolCallId: string, fields: object = {}) => ({
  sessionUpdate: "tool_call_update",
  toolCallId,
  status: "in_progress",
  ...fields,
});

describe.each([1, 2] as const)("the last activity in version %i", (version) => {
  it("is the time of a message from the agent", () => {
    const store = storeAt(version);
    store.openSession({ sessionId: "s1" });
    expect(session(store)).not.toHaveProperty("lastActivityAt");
    store.setTime(5000);
    store.update({ sessionUpdate: "available_commands_update", availableCommands: [] });
    expect(session(store).lastActivityAt).toBe(5000);
  });

  it("is written only if it is at least a second newer", () => {
    const store = storeAt(version);
    const seen = [5000, 5999, 6000, 6999, 3000].map((time) => {
      store.setTime(time);
      store.update(chunk);
      return session(store).lastActivityAt;
    });
    expect(seen).toEqual([5000, 5000, 6000, 6000, 6000]);
  });

  it("is not changed by the user", () => {
    const store = storeAt(version);
    store.update(chunk);
    store.setTime(5000);
    store.startTurn("s1", [text("go")]);
    store.cancelTurn("s1");
    expect(session(store).lastActivityAt).toBe(0);
    store.closeSession("s1");
    expect(session(store)).not.toHaveProperty("lastActivityAt");
  });
});

describe("selectStalled", () => {
  const stalled = (store: TrackedStore, now: number) =>
    selectStalled(store.getState(), { now, olderThan: 1000 });
  const ids = (store: TrackedStore, now: number) => stalled(store, now).map(({ id }) => id);

  it("lists turns and tool calls without news, the longest silence first", () => {
    const store = storeAt();
    const turnId = store.startTurn("s1", [text("go")]);
    store.setTime(2000);
    store.update(call("a"));
    store.setTime(3000);
    store.update(call("b"));
    expect(ids(store, 3000)).toEqual([]);
    expect(stalled(store, 3001)).toEqual([
      { type: "tool_call", sessionId: "s1", id: "a", since: 2000 },
    ]);
    expect(ids(store, 9000)).toEqual(["a", turnId, "b"]);
  });

  it("leaves out what has ended", () => {
    const store = storeAt();
    store.startTurn("s1", [text("go")]);
    store.update(call("a", { status: "completed" }));
    store.update(call("b"));
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(ids(store, 9000)).toEqual([]);
  });

  it("leaves out what waits for the user", () => {
    const store = storeAt();
    const turnId = store.startTurn("s1", [text("go")]);
    store.update(call("a"));
    store.update(call("b"));
    const options = [{ optionId: "y", name: "Yes", kind: "allow_once" as const }];
    const toolCall = { toolCallId: "a" };
    void store.requestPermission({ sessionId: "s1", toolCall, options }, { requestId: 7 });
    expect(ids(store, 9000)).toEqual(["b"]);
    const [permission] = session(store).permissions.values();
    store.respondToPermission(permission?.permissionId ?? "", "y");
    expect(ids(store, 9000).toSorted()).toEqual(["a", "b", turnId].toSorted());
  });

  it("counts news about a subagent and a terminal", () => {
    const store = storeAt(2);
    const turnId = store.startTurn("s1", [text("go")]);
    store.update({ sessionUpdate: "subagent_update", sessionId: "child" });
    store.update(call("a", { content: [{ type: "terminal", terminalId: "t" }] }));
    expect(ids(store, 9000)).toEqual([turnId, "a"]);
    store.setTime(8500);
    store.ingest({ sessionId: "child", update: chunk });
    expect(ids(store, 9000)).toEqual(["a"]);
    store.update({ sessionUpdate: "terminal_output_chunk", terminalId: "t", data: "YQ==" });
    expect(ids(store, 9000)).toEqual([]);
  });

  it("returns the same list until it changes", () => {
    const store = storeAt();
    store.startTurn("s1", [text("go")]);
    store.update(call("a"));
    const before = stalled(store, 9000);
    store.update({ sessionUpdate: "plan", entries: [] });
    expect(stalled(store, 9500)).toBe(before);
    store.setTime(9000);
    store.update(call("a", { title: "News" }));
    expect(stalled(store, 9500)).not.toBe(before);
  });
});
