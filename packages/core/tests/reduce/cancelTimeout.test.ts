import { describe, expect, it } from "vitest";
import { recv, sent, updated } from "../support/frames.js";
import { session, text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

/** Returns a store whose turn was cancelled while a tool call ran, with a queued prompt. */
function cancellingStore(version: 1 | 2): TrackedStore {
  const store = trackedStore({ protocolVersion: version });
  const params = { sessionId: "s1", prompt: [text("Go")] };
  store.observe(sent({ id: 1, method: "session/prompt", params }));
  if (version === 2) {
    store.observe(recv({ id: 1, result: { messageId: "m1" } }));
    store.update({ sessionUpdate: "state_update", state: "running" });
  }
  const type = version === 1 ? "tool_call" : "tool_call_update";
  store.update({ sessionUpdate: type, toolCallId: "c1", title: "Run", status: "in_progress" });
  store.queuePrompt("s1", [text("Later")]);
  store.cancelTurn("s1");
  return store;
}

const turns = (store: TrackedStore) => [...session(store).turns.values()];

describe.each([1, 2] as const)("a cancel without confirmation in version %i", (version) => {
  it("ends its turn as cancelled and leaves the queue held", () => {
    const store = cancellingStore(version);
    const codes: string[] = [];
    store.inspect((record) => {
      if (record.type === "diagnostic") codes.push(record.diagnostic.code);
    });
    store.endCancelledTurns("s1");
    expect(turns(store)).toMatchObject([
      { status: "ended", stopReason: "cancelled", cancelUnconfirmed: true },
    ]);
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [], queueHeld: true });
    expect(session(store).toolCalls.get("c1")?.status).toBe("cancelled");
    expect(codes).toEqual(["cancel_timed_out"]);
  });

  it("ends the calls that started after the cancel", () => {
    const store = cancellingStore(version);
    const type = version === 1 ? "tool_call" : "tool_call_update";
    store.update({ sessionUpdate: type, toolCallId: "c2", title: "Run", status: "in_progress" });
    store.endCancelledTurns("s1");
    const ended = version === 1 ? { phase: "unfinished" } : { status: "cancelled" };
    expect(session(store).toolCalls.get("c2")).toMatchObject(ended);
  });

  it("ignores a late confirmation and accepts late updates", () => {
    const store = cancellingStore(version);
    store.endCancelledTurns("s1");
    const ended = turns(store);
    const late =
      version === 1
        ? recv({ id: 1, result: { stopReason: "end_turn" } })
        : updated({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" });
    expect(store.observe(late)).toMatchObject({ accepted: true, diagnostics: [] });
    expect(turns(store)).toEqual(ended);
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed" });
    expect(session(store).toolCalls.get("c1")?.status).toBe("completed");
  });

  it("does not end the next turn with a late confirmation", () => {
    const store = cancellingStore(version);
    store.endCancelledTurns("s1");
    const params = { sessionId: "s1", prompt: [text("Next")] };
    store.observe(sent({ id: 2, method: "session/prompt", params }));
    store.observe(
      version === 1
        ? recv({ id: 1, error: { code: -32603, message: "Late" } })
        : updated({ sessionUpdate: "state_update", state: "idle", stopReason: "cancelled" }),
    );
    expect(turns(store).map(({ status }) => status)).toEqual(["ended", "running"]);
  });

  it("changes nothing when no cancel is pending", () => {
    const store = trackedStore({ protocolVersion: version });
    store.startTurn("s1", [text("Go")]);
    const before = store.getState();
    store.endCancelledTurns("s1");
    store.endCancelledTurns("nobody");
    expect(store.getState()).toBe(before);
  });
});

it("ends only the cancelled turns", () => {
  const store = trackedStore();
  store.startTurn("s1", [text("One")]);
  store.cancelTurn("s1");
  store.startTurn("s1", [text("Two")]);
  store.endCancelledTurns("s1");
  expect(turns(store).map(({ status }) => status)).toEqual(["ended", "running"]);
  expect(session(store).activity).toBe("running");
});

it("ends the cancel of work without a turn in version 2", () => {
  const store = trackedStore({ protocolVersion: 2 });
  store.update({ sessionUpdate: "state_update", state: "running" });
  store.cancelTurn("s1");
  expect(session(store).activity).toBe("cancelling");
  store.endCancelledTurns("s1");
  expect(session(store).activity).toBe("idle");
});

it("ends a version 2 turn although the response to its prompt was malformed", () => {
  const store = trackedStore({ protocolVersion: 2 });
  store.observe(
    sent({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [text("Go")] } }),
  );
  store.observe(recv({ id: 1, result: null }));
  store.update({ sessionUpdate: "state_update", state: "running" });
  store.update({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" });
  expect(turns(store)).toMatchObject([{ status: "ended", stopReason: "end_turn" }]);
});
