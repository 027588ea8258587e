import { describe, expect, it } from "vitest";
import { observeCleanly, observed, prompted, recv, updated } from "../support/frames.js";
import { codes, session, text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

const call = (toolCallId: string, status = "in_progress") => ({
  sessionUpdate: "tool_call",
  toolCallId,
  title: toolCallId,
  status,
});
const status = (store: TrackedStore, toolCallId: string, next: string) =>
  store.update({ sessionUpdate: "tool_call_update", toolCallId, status: next });
const statuses = (store: TrackedStore) =>
  [...session(store).toolCalls.values()].map(
    (item) => `${item.toolCallId} ${item.status}${item.stale ? " stale" : ""}`,
  );

function runningTurn(): TrackedStore {
  const store = trackedStore();
  store.startTurn("s1", [text("Go")]);
  store.update(call("done", "completed"));
  store.update(call("open"));
  return store;
}

describe("a turn", () => {
  it("runs from the prompt to its answer", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1", [text("Go")]);
    expect(session(store)).toMatchObject({ activity: "running", openTurns: [turnId] });
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
    expect(session(store).turns.get(turnId)).toMatchObject({
      status: "ended",
      stopReason: "end_turn",
    });
  });

  it("without a prompt has no message", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1");
    expect(session(store).messages.size).toBe(0);
    expect(session(store).turns.get(turnId)).not.toHaveProperty("promptId");
  });

  it("fails with the error", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1");
    store.endTurn("s1", { error: { code: -32603, message: "Out of tokens", data: { left: 0 } } });
    expect(session(store).turns.get(turnId)).toMatchObject({
      status: "failed",
      error: { code: -32603, message: "Out of tokens", data: { left: 0 } },
    });
  });

  it("ends once, also where its answer is seen after that", () => {
    const store = observed(1, prompted(0, "Go"));
    store.endTurn("s1", { stopReason: "cancelled" });
    const before = store.getState();
    observeCleanly(store, recv({ id: 0, result: { stopReason: "end_turn" } }));
    expect(store.getState()).toBe(before);
  });

  it("stands beside another one in the same session", () => {
    const store = trackedStore();
    const [first, second] = [store.startTurn("s1"), store.startTurn("s1")];
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(session(store)).toMatchObject({ activity: "running", openTurns: [second] });
    expect(session(store).turns.get(first)?.status).toBe("ended");
  });

  it("keeps the metadata of its answer, and when it began and ended", () => {
    const store = observed(1, prompted(0, "Go"));
    observeCleanly(store, recv({ id: 0, result: { stopReason: "end_turn", _meta: { a: 1 } } }));
    expect([...session(store).turns.values()]).toEqual([
      {
        turnId: "turn-1",
        status: "ended",
        startedAt: 1,
        endedAt: 2,
        promptId: "user:#1",
        stopReason: "end_turn",
        _meta: { a: 1 },
      },
    ]);
  });

  it("that has failed is not ended again by a late answer", () => {
    const store = observed(1, prompted(0, "Go"));
    store.disconnect("Gone.");
    const before = store.getState();
    observeCleanly(store, recv({ id: 0, result: { stopReason: "end_turn" } }));
    expect(store.getState()).toBe(before);
  });

  it("leaves alone who waits before it, after it or in another session", () => {
    const store = trackedStore();
    const ask = (sessionId: string) =>
      void store.requestElicitation({ mode: "form", message: "?", sessionId, requestedSchema: {} });
    ask("s1");
    for (const sessionId of ["s1", "s2"]) {
      store.startTurn(sessionId);
      ask(sessionId);
    }
    store.startTurn("s1");
    store.endTurn("s1", { stopReason: "end_turn" });
    ask("s1");
    void store.requestElicitation({ mode: "form", message: "?", requestedSchema: {} });
    const waiting = () => [...store.getState().elicitations.values()].map(({ status: is }) => is);
    expect(waiting()).toEqual(["pending", "cancelled", "pending", "pending", "pending"]);
    store.cancelTurn("s1");
    expect(waiting()).toEqual(["cancelled", "cancelled", "pending", "cancelled", "pending"]);
  });

  it("cannot end if none is open", () => {
    const store = trackedStore();
    const before = store.getState();
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(store.getState()).toBe(before);
  });

  it("marks what it leaves unfinished as stale", () => {
    const store = runningTurn();
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statuses(store)).toEqual(["done completed", "open in_progress stale"]);
    status(store, "open", "completed");
    expect(statuses(store)).toEqual(["done completed", "open completed"]);
  });

  it("leaves the calls of a turn that still runs alone", () => {
    const store = trackedStore();
    store.startTurn("s1");
    store.startTurn("s1");
    store.endTurn("s1", { stopReason: "end_turn" });
    store.update(call("second"));
    expect(statuses(store)).toEqual(["second in_progress"]);
  });
});

describe("the end of one of two turns", () => {
  it("marks its own calls alone", () => {
    const store = trackedStore();
    store.update(call("free"));
    store.startTurn("s1");
    store.update(call("first"));
    store.startTurn("s1");
    store.endTurn("s1", { stopReason: "end_turn" });
    store.update(call("second"));
    expect(statuses(store)).toEqual([
      "free in_progress stale",
      "first in_progress stale",
      "second in_progress",
    ]);
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statuses(store)).toEqual([
      "free in_progress stale",
      "first in_progress stale",
      "second in_progress stale",
    ]);
  });

  it("leaves the calls of the older one alone", () => {
    const store = observed(1, prompted(0, "A"), prompted(1, "B"), updated(call("open")));
    observeCleanly(store, recv({ id: 1, result: { stopReason: "end_turn" } }));
    expect(statuses(store)).toEqual(["open in_progress"]);
  });

  it("leaves the session cancelling while the other one is stopped", () => {
    const store = trackedStore();
    for (let count = 0; count < 2; count++) store.startTurn("s1");
    store.cancelTurn("s1");
    store.endTurn("s1", { stopReason: "cancelled" });
    expect(session(store).activity).toBe("cancelling");
    store.endTurn("s1", { stopReason: "cancelled" });
    expect(session(store).activity).toBe("idle");
  });
});

describe("a stop", () => {
  it("of an unknown session is nothing", () => {
    const store = trackedStore();
    const before = store.getState();
    store.cancelTurn("nobody");
    expect(store.getState()).toBe(before);
  });

  it("while nothing runs leaves the session idle", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    store.cancelTurn("s1");
    expect(session(store).activity).toBe("idle");
  });

  it("does not say of a stale call that it was cancelled", () => {
    const store = runningTurn();
    store.endTurn("s1", { stopReason: "end_turn" });
    store.startTurn("s1");
    store.cancelTurn("s1");
    expect(statuses(store)).toContain("open in_progress stale");
    status(store, "open", "in_progress");
    expect(statuses(store)).toContain("open in_progress stale");
  });
});

describe("a cancelled turn", () => {
  it("is cancelling until its end is confirmed", () => {
    const store = runningTurn();
    store.cancelTurn("s1");
    expect(session(store).activity).toBe("cancelling");
    expect(session(store)).not.toHaveProperty("reported");
    expect(statuses(store)).toEqual(["done completed", "open cancelled"]);
    store.endTurn("s1", { stopReason: "cancelled" });
    expect(session(store).activity).toBe("idle");
  });

  it("takes what else comes with a status that it does not", () => {
    const store = runningTurn();
    store.cancelTurn("s1");
    const update = { sessionUpdate: "tool_call_update", toolCallId: "open", title: "Late" };
    store.update({ ...update, status: "in_progress" });
    expect(session(store).toolCalls.get("open")).toMatchObject({
      title: "Late",
      status: "cancelled",
    });
  });

  it("takes late output and a final status", () => {
    const store = runningTurn();
    store.cancelTurn("s1");
    const late = store.update({
      sessionUpdate: "tool_call_update",
      toolCallId: "open",
      status: "completed",
      content: [{ type: "content", content: text("late") }],
    });
    expect(codes(late)).toEqual([]);
    expect(session(store).toolCalls.get("open")).toMatchObject({
      status: "completed",
      content: [{}],
    });
  });

  it.each(["pending", "in_progress", "_warming_up"])("is not brought back by %s", (next) => {
    const store = runningTurn();
    store.cancelTurn("s1");
    status(store, "open", next);
    expect(statuses(store)).toContain("open cancelled");
    store.endTurn("s1", { stopReason: "cancelled" });
    status(store, "open", next);
    expect(statuses(store)).toContain("open cancelled");
  });

  it("is not brought back while it ends, though the next one runs", () => {
    const store = runningTurn();
    store.cancelTurn("s1");
    store.startTurn("s1");
    expect(codes(status(store, "open", "in_progress"))).toEqual([]);
    expect(statuses(store)).toContain("open cancelled");
  });

  it("takes another final status of a call that was done before and says so", () => {
    const store = runningTurn();
    store.cancelTurn("s1");
    expect(codes(status(store, "done", "failed"))).toEqual(["late_update"]);
    expect(statuses(store)).toContain("done failed");
  });

  it("does not touch the turn after it", () => {
    const store = runningTurn();
    store.cancelTurn("s1");
    const next = store.startTurn("s1");
    expect(session(store).activity).toBe("running");
    store.endTurn("s1", { stopReason: "cancelled" });
    status(store, "open", "in_progress");
    expect(session(store).turns.get(next)?.status).toBe("running");
    expect(statuses(store)).toContain("open in_progress");
  });

  it("changes nothing the second time", () => {
    const store = runningTurn();
    store.cancelTurn("s1");
    const before = store.getState();
    store.cancelTurn("s1");
    expect(store.getState()).toBe(before);
  });
});

describe("a turn that is stopped too", () => {
  it("does not bring back the call of the one before", () => {
    const store = runningTurn();
    store.cancelTurn("s1");
    store.endTurn("s1", { stopReason: "cancelled" });
    store.startTurn("s1");
    store.cancelTurn("s1");
    status(store, "open", "in_progress");
    expect(statuses(store)).toContain("open cancelled");
  });
});

describe("a call that no turn has", () => {
  it("is cancelled with the session's work, and not brought back", () => {
    const store = trackedStore();
    store.update(call("open"));
    store.cancelTurn("s1");
    expect(codes(status(store, "open", "in_progress"))).toEqual([]);
    expect(statuses(store)).toEqual(["open cancelled"]);
  });

  it("runs again in a turn that uses it", () => {
    const store = trackedStore();
    store.update(call("open"));
    store.cancelTurn("s1");
    store.startTurn("s1");
    status(store, "open", "in_progress");
    expect(statuses(store)).toEqual(["open in_progress"]);
  });
});

describe("a call that the agent cancelled", () => {
  it("may go on after its turn", () => {
    const store = runningTurn();
    status(store, "open", "cancelled");
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(codes(status(store, "open", "in_progress"))).toEqual(["late_update"]);
    expect(statuses(store)).toContain("open in_progress");
  });
});

describe("a stale call", () => {
  const update = { sessionUpdate: "tool_call_update", toolCallId: "open" };
  const stale = (): TrackedStore => {
    const store = runningTurn();
    store.endTurn("s1", { stopReason: "end_turn" });
    return store;
  };

  it.each([{ title: "Late" }, { status: "in_progress" }, { status: "_waiting" }])(
    "stays one after %o, as nothing runs",
    (fields) => {
      const store = stale();
      store.update({ ...update, ...fields });
      expect(session(store).toolCalls.get("open")).toMatchObject({ ...fields, stale: true });
    },
  );

  it("stays one in the next turn until its status is named", () => {
    const store = stale();
    store.startTurn("s1");
    store.update({ ...update, title: "Late" });
    expect(session(store).toolCalls.get("open")?.stale).toBe(true);
    store.update({ ...update, status: "in_progress" });
    expect(session(store).toolCalls.get("open")).not.toHaveProperty("stale");
  });
});

describe("an id used again in the next turn", () => {
  it("never spins for ever", () => {
    const store = runningTurn();
    store.endTurn("s1", { stopReason: "end_turn" });
    store.startTurn("s1");
    store.update(call("open"));
    expect(statuses(store)).toContain("open in_progress");
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statuses(store)).toContain("open in_progress stale");
  });

  it("is stopped with that turn", () => {
    const store = runningTurn();
    store.endTurn("s1", { stopReason: "end_turn" });
    store.startTurn("s1");
    store.update(call("open"));
    store.cancelTurn("s1");
    expect(statuses(store)).toContain("open cancelled");
  });
});

describe("a call whose id an earlier turn used", () => {
  function reopened(): TrackedStore {
    const store = trackedStore();
    store.startTurn("s1");
    store.update(call("again", "completed"));
    store.endTurn("s1", { stopReason: "end_turn" });
    store.startTurn("s1");
    store.update(call("again"));
    return store;
  }

  it("is of the turn that is cancelled: nothing brings it back before the end", () => {
    const store = reopened();
    store.cancelTurn("s1");
    status(store, "again", "in_progress");
    expect(statuses(store)).toEqual(["again cancelled"]);
    store.startTurn("s1");
    status(store, "again", "in_progress");
    expect(statuses(store)).toEqual(["again cancelled"]);
    expect(codes(status(store, "again", "completed"))).toEqual([]);
    expect(statuses(store)).toEqual(["again completed"]);
  });

  it("is stale when its turn ends, also beside another one", () => {
    const store = reopened();
    store.startTurn("s1");
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statuses(store)).toEqual(["again in_progress stale"]);
  });

  it("still names the turn in which it was first seen", () => {
    const [first, second] = [...session(reopened()).turns.values()];
    expect(session(reopened()).toolCalls.get("again")?.turnId).toBe(first?.turnId);
    expect(second?.reopened).toEqual(["again"]);
  });
});

describe("a call that goes on after its end, in the turn that it ran in", () => {
  it("is not one whose id is used again", () => {
    const store = trackedStore();
    const turnIds = [store.startTurn("s1"), store.startTurn("s1")];
    store.update(call("c1", "completed"));
    status(store, "c1", "in_progress");
    expect(statuses(store)).toEqual(["c1 in_progress"]);
    for (const turnId of turnIds)
      expect(session(store).turns.get(turnId)).not.toHaveProperty("reopened");
  });
});

describe("a call that was first seen outside of a turn", () => {
  it.each([
    ["starts", () => {}],
    ["ends", (store: TrackedStore) => store.endTurn("s1", { stopReason: "end_turn" })],
  ])("is stale when the next turn %s", (_name, then) => {
    const store = trackedStore();
    store.update(call("late"));
    store.startTurn("s1");
    then(store);
    expect(statuses(store)).toEqual(["late in_progress stale"]);
  });

  it("runs in a turn that takes it up, and is stale when that ends", () => {
    const store = trackedStore();
    store.update(call("late"));
    store.startTurn("s1");
    status(store, "late", "in_progress");
    expect(statuses(store)).toEqual(["late in_progress"]);
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statuses(store)).toEqual(["late in_progress stale"]);
  });
});

describe("disconnect", () => {
  it("leaves nothing running, also outside of turns and in child sessions", () => {
    const store = trackedStore();
    const state = { state: "running" };
    store.update({ sessionUpdate: "subagent_update", sessionId: "child", state });
    for (const sessionId of ["s1", "child"]) store.ingest({ sessionId, update: call("outside") });
    store.disconnect();
    for (const { activity, toolCalls } of store.getState().sessions.values()) {
      expect(activity).toBe("idle");
      expect([...toolCalls.values()]).toMatchObject([{ status: "in_progress", stale: true }]);
    }
  });

  it("says that the connection was lost where nobody gives a reason", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1");
    store.disconnect();
    expect(session(store).turns.get(turnId)?.error).toEqual({
      message: "The connection to the agent was lost.",
    });
  });

  it("fails the open turns of every session", () => {
    const store = runningTurn();
    const turnId = store.startTurn("s2");
    store.disconnect("Agent exited with code 1.");
    expect(store.getState().sessions.get("s2")?.turns.get(turnId)).toMatchObject({
      status: "failed",
      error: { message: "Agent exited with code 1." },
    });
    expect(statuses(store)).toContain("open in_progress stale");
    expect(session(store).activity).toBe("idle");
  });
});
