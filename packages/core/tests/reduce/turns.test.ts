import { describe, expect, it } from "vitest";
import { observeCleanly, storeAfterFrames, prompted, recv, updated } from "../support/frames.js";
import { codes, session, text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

const call = (toolCallId: string, status = "in_progress") => ({
  sessionUpdate: "tool_call",
  toolCallId,
  title: toolCallId,
  status,
});
const setStatus = (store: TrackedStore, toolCallId: string, next: string) =>
  store.update({ sessionUpdate: "tool_call_update", toolCallId, status: next });
const statuses = (store: TrackedStore) =>
  [...session(store).toolCalls.values()].map(
    (item) =>
      `${item.toolCallId} ${item.status}${item.phase === "unfinished" ? " unfinished" : ""}`,
  );

function storeWithRunningTurn(): TrackedStore {
  const store = trackedStore();
  store.startTurn("s1", [text("Go")]);
  store.update(call("done", "completed"));
  store.update(call("open"));
  return store;
}

describe("a turn", () => {
  it("runs from the prompt to its response", () => {
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

  it("does not create a message without a prompt", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1");
    expect(session(store).messages.size).toBe(0);
    expect(session(store).turns.get(turnId)).not.toHaveProperty("promptId");
  });

  it("stores the error when it fails", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1");
    store.endTurn("s1", { error: { code: -32603, message: "Out of tokens", data: { left: 0 } } });
    expect(session(store).turns.get(turnId)).toMatchObject({
      status: "failed",
      error: { code: -32603, message: "Out of tokens", data: { left: 0 } },
    });
  });

  it("ends once, even if its response is observed later", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    store.endTurn("s1", { stopReason: "cancelled" });
    const before = store.getState();
    observeCleanly(store, recv({ id: 0, result: { stopReason: "end_turn" } }));
    expect(store.getState()).toBe(before);
  });

  it("can overlap with another turn of the session", () => {
    const store = trackedStore();
    const [first, second] = [store.startTurn("s1"), store.startTurn("s1")];
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(session(store)).toMatchObject({ activity: "running", openTurns: [second] });
    expect(session(store).turns.get(first)?.status).toBe("ended");
  });

  it("stores the metadata of its response and its timestamps", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    observeCleanly(store, recv({ id: 0, result: { stopReason: "end_turn", _meta: { a: 1 } } }));
    expect([...session(store).turns.values()]).toEqual([
      {
        turnId: "turn-t-1",
        status: "ended",
        startedAt: 1,
        endedAt: 2,
        promptId: "user:#1",
        stopReason: "end_turn",
        _meta: { a: 1 },
      },
    ]);
  });

  it("stays failed when a late response arrives", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    store.disconnect("Gone.");
    const before = store.getState();
    observeCleanly(store, recv({ id: 0, result: { stopReason: "end_turn" } }));
    expect(store.getState()).toBe(before);
  });

  it("settles only its own pending requests when it ends", () => {
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
    const elicitationStatuses = () =>
      [...store.getState().elicitations.values()].map((elicitation) => elicitation.status);
    expect(elicitationStatuses()).toEqual([
      "pending",
      "cancelled",
      "pending",
      "pending",
      "pending",
    ]);
    store.cancelTurn("s1");
    expect(elicitationStatuses()).toEqual([
      "cancelled",
      "cancelled",
      "pending",
      "cancelled",
      "pending",
    ]);
  });

  it("does nothing if no turn is open", () => {
    const store = trackedStore();
    const before = store.getState();
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(store.getState()).toBe(before);
  });

  it("leaves its open calls unfinished", () => {
    const store = storeWithRunningTurn();
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statuses(store)).toEqual(["done completed", "open in_progress unfinished"]);
    setStatus(store, "open", "completed");
    expect(statuses(store)).toEqual(["done completed", "open completed"]);
  });

  it("does not mark the calls of a running turn as unfinished", () => {
    const store = trackedStore();
    store.startTurn("s1");
    store.startTurn("s1");
    store.endTurn("s1", { stopReason: "end_turn" });
    store.update(call("second"));
    expect(statuses(store)).toEqual(["second in_progress"]);
  });
});

describe("the end of one of two turns", () => {
  it("leaves only its own calls unfinished", () => {
    const store = trackedStore();
    store.update(call("free"));
    store.startTurn("s1");
    store.update(call("first"));
    store.startTurn("s1");
    store.endTurn("s1", { stopReason: "end_turn" });
    store.update(call("second"));
    expect(statuses(store)).toEqual([
      "free in_progress unfinished",
      "first in_progress unfinished",
      "second in_progress",
    ]);
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statuses(store)).toEqual([
      "free in_progress unfinished",
      "first in_progress unfinished",
      "second in_progress unfinished",
    ]);
  });

  it("keeps the calls of the older turn", () => {
    const store = storeAfterFrames(1, prompted(0, "A"), prompted(1, "B"), updated(call("open")));
    observeCleanly(store, recv({ id: 1, result: { stopReason: "end_turn" } }));
    expect(statuses(store)).toEqual(["open in_progress"]);
  });

  it("keeps the session cancelling while the other turn is cancelled", () => {
    const store = trackedStore();
    for (let count = 0; count < 2; count++) store.startTurn("s1");
    store.cancelTurn("s1");
    store.endTurn("s1", { stopReason: "cancelled" });
    expect(session(store).activity).toBe("cancelling");
    store.endTurn("s1", { stopReason: "cancelled" });
    expect(session(store).activity).toBe("idle");
  });
});

describe("cancelTurn", () => {
  it("ignores an unknown session", () => {
    const store = trackedStore();
    const before = store.getState();
    store.cancelTurn("nobody");
    expect(store.getState()).toBe(before);
  });

  it("keeps an idle session idle", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    store.cancelTurn("s1");
    expect(session(store).activity).toBe("idle");
  });

  it("keeps the status of an unfinished call", () => {
    const store = storeWithRunningTurn();
    store.endTurn("s1", { stopReason: "end_turn" });
    store.startTurn("s1");
    store.cancelTurn("s1");
    expect(statuses(store)).toContain("open in_progress unfinished");
    setStatus(store, "open", "in_progress");
    expect(statuses(store)).toContain("open in_progress unfinished");
  });
});

describe("a cancelled turn", () => {
  it("is cancelling until the agent confirms its end", () => {
    const store = storeWithRunningTurn();
    store.cancelTurn("s1");
    expect(session(store).activity).toBe("cancelling");
    expect(session(store)).not.toHaveProperty("reported");
    expect(statuses(store)).toEqual(["done completed", "open cancelled"]);
    store.endTurn("s1", { stopReason: "cancelled" });
    expect(session(store).activity).toBe("idle");
  });

  it("applies the other fields of an update whose status it ignores", () => {
    const store = storeWithRunningTurn();
    store.cancelTurn("s1");
    const update = { sessionUpdate: "tool_call_update", toolCallId: "open", title: "Late" };
    store.update({ ...update, status: "in_progress" });
    expect(session(store).toolCalls.get("open")).toMatchObject({
      title: "Late",
      status: "cancelled",
    });
  });

  it("accepts late output and a final status", () => {
    const store = storeWithRunningTurn();
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

  it.each(["pending", "in_progress", "_warming_up"])("ignores the status %s", (next) => {
    const store = storeWithRunningTurn();
    store.cancelTurn("s1");
    setStatus(store, "open", next);
    expect(statuses(store)).toContain("open cancelled");
    store.endTurn("s1", { stopReason: "cancelled" });
    setStatus(store, "open", next);
    expect(statuses(store)).toContain("open cancelled");
  });

  it("ignores a status while it ends, even if the next turn runs", () => {
    const store = storeWithRunningTurn();
    store.cancelTurn("s1");
    store.startTurn("s1");
    expect(codes(setStatus(store, "open", "in_progress"))).toEqual([]);
    expect(statuses(store)).toContain("open cancelled");
  });

  it("applies and reports another final status of a finished call", () => {
    const store = storeWithRunningTurn();
    store.cancelTurn("s1");
    expect(codes(setStatus(store, "done", "failed"))).toEqual(["late_update"]);
    expect(statuses(store)).toContain("done failed");
  });

  it("does not affect the next turn", () => {
    const store = storeWithRunningTurn();
    store.cancelTurn("s1");
    const next = store.startTurn("s1");
    expect(session(store).activity).toBe("running");
    store.endTurn("s1", { stopReason: "cancelled" });
    setStatus(store, "open", "in_progress");
    expect(session(store).turns.get(next)?.status).toBe("running");
    expect(statuses(store)).toContain("open in_progress");
  });

  it("does nothing when cancelled twice", () => {
    const store = storeWithRunningTurn();
    store.cancelTurn("s1");
    const before = store.getState();
    store.cancelTurn("s1");
    expect(store.getState()).toBe(before);
  });
});

describe("a second cancelled turn", () => {
  it("does not revive the call of the first one", () => {
    const store = storeWithRunningTurn();
    store.cancelTurn("s1");
    store.endTurn("s1", { stopReason: "cancelled" });
    store.startTurn("s1");
    store.cancelTurn("s1");
    setStatus(store, "open", "in_progress");
    expect(statuses(store)).toContain("open cancelled");
  });
});

describe("a call outside of turns", () => {
  it("is cancelled with the session and stays cancelled", () => {
    const store = trackedStore();
    store.update(call("open"));
    store.cancelTurn("s1");
    expect(codes(setStatus(store, "open", "in_progress"))).toEqual([]);
    expect(statuses(store)).toEqual(["open cancelled"]);
  });

  it("resumes in a turn that updates it", () => {
    const store = trackedStore();
    store.update(call("open"));
    store.cancelTurn("s1");
    store.startTurn("s1");
    setStatus(store, "open", "in_progress");
    expect(statuses(store)).toEqual(["open in_progress"]);
  });
});

describe("a call that the agent cancelled", () => {
  it("continues after its turn", () => {
    const store = storeWithRunningTurn();
    setStatus(store, "open", "cancelled");
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(codes(setStatus(store, "open", "in_progress"))).toEqual(["late_update"]);
    expect(statuses(store)).toContain("open in_progress");
  });
});

describe("an unfinished call", () => {
  const update = { sessionUpdate: "tool_call_update", toolCallId: "open" };
  const storeWithUnfinishedCall = (): TrackedStore => {
    const store = storeWithRunningTurn();
    store.endTurn("s1", { stopReason: "end_turn" });
    return store;
  };

  it.each([{ title: "Late" }, { status: "in_progress" }, { status: "_waiting" }])(
    "stays unfinished after %o while no turn is running",
    (fields) => {
      const store = storeWithUnfinishedCall();
      store.update({ ...update, ...fields });
      expect(session(store).toolCalls.get("open")).toMatchObject({
        ...fields,
        phase: "unfinished",
      });
    },
  );

  it("stays unfinished in the next turn until its status is sent", () => {
    const store = storeWithUnfinishedCall();
    store.startTurn("s1");
    store.update({ ...update, title: "Late" });
    expect(session(store).toolCalls.get("open")?.phase).toBe("unfinished");
    store.update({ ...update, status: "in_progress" });
    expect(session(store).toolCalls.get("open")).not.toMatchObject({ phase: "unfinished" });
  });
});

describe("an id reused in the next turn", () => {
  it("becomes unfinished when that turn ends", () => {
    const store = storeWithRunningTurn();
    store.endTurn("s1", { stopReason: "end_turn" });
    store.startTurn("s1");
    store.update(call("open"));
    expect(statuses(store)).toContain("open in_progress");
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statuses(store)).toContain("open in_progress unfinished");
  });

  it("is cancelled with that turn", () => {
    const store = storeWithRunningTurn();
    store.endTurn("s1", { stopReason: "end_turn" });
    store.startTurn("s1");
    store.update(call("open"));
    store.cancelTurn("s1");
    expect(statuses(store)).toContain("open cancelled");
  });
});

describe("a call that reuses the id of an earlier turn", () => {
  function storeWithReusedId(): TrackedStore {
    const store = trackedStore();
    store.startTurn("s1");
    store.update(call("again", "completed"));
    store.endTurn("s1", { stopReason: "end_turn" });
    store.startTurn("s1");
    store.update(call("again"));
    return store;
  }

  it("stays cancelled until the end of the cancelled turn", () => {
    const store = storeWithReusedId();
    store.cancelTurn("s1");
    setStatus(store, "again", "in_progress");
    expect(statuses(store)).toEqual(["again cancelled"]);
    store.startTurn("s1");
    setStatus(store, "again", "in_progress");
    expect(statuses(store)).toEqual(["again cancelled"]);
    expect(codes(setStatus(store, "again", "completed"))).toEqual([]);
    expect(statuses(store)).toEqual(["again completed"]);
  });

  it("becomes unfinished when its turn ends while another turn is running", () => {
    const store = storeWithReusedId();
    store.startTurn("s1");
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statuses(store)).toEqual(["again in_progress unfinished"]);
  });

  it("keeps the turn in which it was first seen", () => {
    const [first, second] = [...session(storeWithReusedId()).turns.values()];
    expect(session(storeWithReusedId()).toolCalls.get("again")?.turnId).toBe(first?.turnId);
    expect(second?.reopened).toEqual(["again"]);
  });
});

describe("a call that continues after its end in the same turn", () => {
  it("is not recorded as reopened", () => {
    const store = trackedStore();
    const turnIds = [store.startTurn("s1"), store.startTurn("s1")];
    store.update(call("c1", "completed"));
    setStatus(store, "c1", "in_progress");
    expect(statuses(store)).toEqual(["c1 in_progress"]);
    for (const turnId of turnIds)
      expect(session(store).turns.get(turnId)).not.toHaveProperty("reopened");
  });
});

describe("a call first seen outside of a turn", () => {
  it.each([
    ["starts", () => {}],
    ["ends", (store: TrackedStore) => store.endTurn("s1", { stopReason: "end_turn" })],
  ])("becomes unfinished when the next turn %s", (_name, then) => {
    const store = trackedStore();
    store.update(call("late"));
    store.startTurn("s1");
    then(store);
    expect(statuses(store)).toEqual(["late in_progress unfinished"]);
  });

  it("runs in a turn that updates it and becomes unfinished when that turn ends", () => {
    const store = trackedStore();
    store.update(call("late"));
    store.startTurn("s1");
    setStatus(store, "late", "in_progress");
    expect(statuses(store)).toEqual(["late in_progress"]);
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(statuses(store)).toEqual(["late in_progress unfinished"]);
  });
});

describe("disconnect", () => {
  it("ends all work, including work outside of turns and in child sessions", () => {
    const store = trackedStore();
    const state = { state: "running" };
    store.update({ sessionUpdate: "subagent_update", sessionId: "child", state });
    for (const sessionId of ["s1", "child"]) store.ingest({ sessionId, update: call("outside") });
    store.disconnect();
    for (const { activity, toolCalls } of store.getState().sessions.values()) {
      expect(activity).toBe("idle");
      expect([...toolCalls.values()]).toMatchObject([
        { status: "in_progress", phase: "unfinished" },
      ]);
    }
  });

  it("uses a default error if no reason is given", () => {
    const store = trackedStore();
    const turnId = store.startTurn("s1");
    store.disconnect();
    expect(session(store).turns.get(turnId)?.error).toEqual({
      message: "The connection to the agent was lost.",
    });
  });

  it("fails the open turns of every session", () => {
    const store = storeWithRunningTurn();
    const turnId = store.startTurn("s2");
    store.disconnect("Agent exited with code 1.");
    expect(store.getState().sessions.get("s2")?.turns.get(turnId)).toMatchObject({
      status: "failed",
      error: { message: "Agent exited with code 1." },
    });
    expect(statuses(store)).toContain("open in_progress unfinished");
    expect(session(store).activity).toBe("idle");
  });
});
