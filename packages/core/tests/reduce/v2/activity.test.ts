import { deserialize, serialize } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  observeCleanly,
  storeAfterFrames,
  prompted,
  recv,
  sent,
  updated,
} from "../../support/frames.js";
import { session, text, type TrackedStore } from "../../support/trackedStore.js";
import { afterV2, ACCEPTED, trackedV2 } from "../../support/version2.js";

const state = (name: string, extra: object = {}) => ({
  sessionUpdate: "state_update",
  state: name,
  ...extra,
});
const stateUpdate = (name: string, extra?: object) => updated(state(name, extra));
const promptAccepted = (id: number) => recv({ id, result: { messageId: `u${id}` } });
const idleWith = (reason: string) => stateUpdate("idle", { stopReason: reason });
const cancel = sent({ method: "session/cancel", params: { sessionId: "s1" } });
const call = (status: string, toolCallId = "c1") =>
  updated({ sessionUpdate: "tool_call_update", toolCallId, status });
const turns = (store: TrackedStore) =>
  [...session(store).turns.values()].map(({ status, stopReason }) =>
    stopReason === undefined ? status : `${status}: ${stopReason}`,
  );

describe("activity", () => {
  it.each([
    ["running", "running"],
    ["requires_action", "requires_action"],
    ["idle", "idle"],
    ["unknown", "unknown"],
    ["_dreaming", "unknown"],
    ["constructor", "unknown"],
  ])("reflects the reported state %s", (name, expected) => {
    expect(session(afterV2(state("running"), state(name))).activity).toBe(expected);
  });

  it("does not change with a prompt or its response", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0));
    expect(session(store).activity).toBe("idle");
    expect(turns(store)).toEqual(["running"]);
  });

  it("does not change when the report is repeated", () => {
    const store = afterV2(state("running"));
    const before = store.getState();
    expect(store.update(state("running"))).toEqual(ACCEPTED);
    expect(store.getState()).toBe(before);
  });

  it("rejects an update without a state", () => {
    const store = trackedV2();
    expect(store.update({ sessionUpdate: "state_update" })).toMatchObject({
      accepted: false,
      diagnostics: [{ code: "invalid_message", path: ["update", "state"] }],
    });
  });
});

describe("background work", () => {
  const work = [
    { type: "terminal", terminalId: "t1" },
    { type: "tool_call", toolCallId: "c1" },
    { type: "_timer", at: 5 },
  ];

  it("contains the most recently reported list", () => {
    expect(session(afterV2(state("running", { background: work }))).background).toEqual(work);
    const store = afterV2(
      state("running", { background: work }),
      state("idle", { background: work.slice(1) }),
    );
    expect(session(store).background).toEqual(work.slice(1));
    store.update(state("idle", { background: [] }));
    expect(session(store).background).toEqual([]);
  });

  it("continues while the agent is idle", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      promptAccepted(0),
      stateUpdate("running"),
      call("in_progress"),
      stateUpdate("idle", { stopReason: "end_turn", background: work }),
    );
    expect(session(store).toolCalls.get("c1")).toMatchObject({ status: "in_progress" });
    expect(session(store).toolCalls.get("c1")).not.toHaveProperty("stale");
    observeCleanly(store, call("completed"));
    expect(session(store).activity).toBe("idle");
  });

  it("survives a cancel of a later turn, even if it is not listed any more", () => {
    const store = storeAfterFrames(
      2,
      call("in_progress", "free"),
      prompted(0, "Go"),
      promptAccepted(0),
    );
    const idle = stateUpdate("idle", { stopReason: "end_turn", background: work });
    for (const frame of [stateUpdate("running", { background: [] }), call("in_progress", "c1")])
      observeCleanly(store, frame);
    observeCleanly(store, idle);
    observeCleanly(store, stateUpdate("idle", { background: [] }));
    for (const frame of [prompted(1, "On"), promptAccepted(1), stateUpdate("running")])
      observeCleanly(store, frame);
    observeCleanly(store, call("in_progress", "c2"));
    observeCleanly(store, cancel);
    expect(
      [...session(store).toolCalls.values()].map(({ toolCallId, status }) => [toolCallId, status]),
    ).toEqual([
      ["free", "cancelled"],
      ["c1", "in_progress"],
      ["c2", "cancelled"],
    ]);
  });

  it("ends with the connection", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    for (const frame of [call("in_progress", "c1"), call("completed", "c2")])
      observeCleanly(store, frame);
    observeCleanly(store, stateUpdate("running", { background: work }));
    store.disconnect();
    expect(session(store)).toMatchObject({ activity: "idle", background: [], openTurns: [] });
    expect([...session(store).toolCalls.values()].map(({ stale }) => stale)).toEqual([
      true,
      undefined,
    ]);
    expect(turns(store)).toEqual(["failed"]);
  });

  it("survives a cancel of the current work", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    for (const id of ["c1", "c2"]) observeCleanly(store, call("in_progress", id));
    observeCleanly(store, stateUpdate("running", { background: work }));
    observeCleanly(store, cancel);
    expect([...session(store).toolCalls.values()].map(({ status }) => status)).toEqual([
      "in_progress",
      "cancelled",
    ]);
  });
});

describe("an idle that ends a turn", () => {
  const storeWithCalls = () => {
    const store = storeAfterFrames(2, call("in_progress", "free"), prompted(0, "Go"));
    for (const frame of [promptAccepted(0), stateUpdate("running")]) observeCleanly(store, frame);
    for (const id of ["c1", "c2"]) observeCleanly(store, call("in_progress", id));
    observeCleanly(store, call("completed", "c3"));
    return store;
  };
  const calls = (store: TrackedStore) =>
    [...session(store).toolCalls.values()].map(({ status, stale }) =>
      stale ? `${status}, stale` : status,
    );

  it("marks the unfinished calls of the turn as stale", () => {
    const store = storeWithCalls();
    observeCleanly(store, idleWith("end_turn"));
    expect(calls(store)).toEqual([
      "in_progress",
      "in_progress, stale",
      "in_progress, stale",
      "completed",
    ]);
  });

  it("marks them as cancelled with the stop reason cancelled", () => {
    const store = storeWithCalls();
    observeCleanly(store, idleWith("cancelled"));
    expect(calls(store)).toEqual(["in_progress", "cancelled", "cancelled", "completed"]);
    observeCleanly(store, call("failed", "c1"));
    expect(calls(store)[1]).toBe("failed");
  });

  it("leaves out the calls and the terminals that are listed as background work", () => {
    const store = storeWithCalls();
    const content = [{ type: "terminal", terminalId: "t1" }];
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "c2", content });
    const background = [
      { type: "tool_call", toolCallId: "c1" },
      { type: "terminal", terminalId: "t1" },
    ];
    observeCleanly(store, stateUpdate("idle", { stopReason: "cancelled", background }));
    expect(calls(store)).toEqual(["in_progress", "in_progress", "in_progress", "completed"]);
  });

  it("leaves out the calls of a turn that goes on", () => {
    const store = trackedV2();
    for (const value of ["Go", "On"]) store.startTurn("s1", [text(value)]);
    store.update({ sessionUpdate: "user_message", messageId: "u1", content: [text("On")] });
    store.update(state("running"));
    observeCleanly(store, call("in_progress"));
    observeCleanly(store, idleWith("end_turn"));
    expect(turns(store)).toEqual(["running", "ended: end_turn"]);
    expect(calls(store)).toEqual(["in_progress"]);
  });

  it("settles the pending elicitations of the turn", () => {
    const store = storeWithCalls();
    const form = { mode: "form", message: "Which?", requestedSchema: { type: "object" } };
    for (const [id, scope] of [
      [1, { sessionId: "s1" }],
      [2, { sessionId: "s2" }],
      [3, { sessionId: "s1", toolCallId: "c1" }],
    ] as const)
      observeCleanly(
        store,
        recv({ id, method: "elicitation/create", params: { ...form, ...scope } }),
      );
    const background = [{ type: "tool_call", toolCallId: "c1" }];
    observeCleanly(store, stateUpdate("idle", { stopReason: "end_turn", background }));
    const { elicitations } = store.getState();
    expect([...elicitations.values()]).toMatchObject([
      { status: "cancelled", reason: "turn_ended" },
      { status: "pending" },
      { status: "pending" },
    ]);
  });

  it("ends the work that began after a cancel of a prompt that is accepted later", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), cancel, stateUpdate("running"));
    observeCleanly(store, call("in_progress"));
    for (const frame of [idleWith("cancelled"), promptAccepted(0)]) observeCleanly(store, frame);
    expect(calls(store)).toEqual(["cancelled"]);
  });
});

describe("a stale call", () => {
  it("runs again when the agent reports its status, even while idle", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    for (const frame of [call("in_progress"), idleWith("end_turn")]) observeCleanly(store, frame);
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", title: "Watch" });
    expect(session(store).toolCalls.get("c1")?.stale).toBe(true);
    observeCleanly(store, call("in_progress"));
    expect(session(store).toolCalls.get("c1")).not.toHaveProperty("stale");
  });
});

describe("a turn", () => {
  it("lasts from the prompt to idle, which contains the stop reason", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    observeCleanly(store, stateUpdate("requires_action"));
    observeCleanly(store, stateUpdate("running"));
    expect(turns(store)).toEqual(["running"]);
    observeCleanly(store, idleWith("max_tokens"));
    expect(turns(store)).toEqual(["ended: max_tokens"]);
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
  });

  it("stores the token usage that idle reports", () => {
    const usage = { totalTokens: 3, inputTokens: 1, outputTokens: 2, cachedReadTokens: null };
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    observeCleanly(store, stateUpdate("idle", { stopReason: "end_turn", usage }));
    expect([...session(store).turns.values()]).toMatchObject([{ status: "ended", usage }]);
    expect(deserialize(serialize(store.getState()))).toEqual(store.getState());
  });

  it("ends without a stop reason if none is given", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      promptAccepted(0),
      stateUpdate("running"),
      stateUpdate("idle"),
    );
    expect(turns(store)).toEqual(["ended"]);
  });

  it("stores the metadata of idle", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    observeCleanly(store, stateUpdate("idle", { _meta: { a: 1 } }));
    expect([...session(store).turns.values()]).toMatchObject([{ _meta: { a: 1 } }]);
  });

  it("stores no metadata if idle has none", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      promptAccepted(0),
      stateUpdate("running"),
      stateUpdate("idle"),
    );
    const [turn] = session(store).turns.values();
    expect(turn).toStrictEqual({
      turnId: "turn-t-1",
      status: "ended",
      startedAt: 1,
      endedAt: 4,
      promptId: "user:#1",
      accepted: true,
      echo: { messageId: "u0", length: 0 },
    });
  });

  it("is accepted when work begins if it is the oldest turn without a response", () => {
    const store = trackedV2();
    for (const value of ["Go", "On"]) store.startTurn("s1", [text(value)]);
    store.update(state("running"));
    expect([...session(store).turns.values()].map((turn) => turn.accepted)).toEqual([
      true,
      undefined,
    ]);
    store.update(state("idle", { stopReason: "end_turn" }));
    expect(turns(store)).toEqual(["ended: end_turn", "running"]);
  });

  it("is not accepted by work that began earlier, or by idle", () => {
    for (const first of ["running", "idle"]) {
      const store = afterV2(state(first));
      store.startTurn("s1", [text("Go")]);
      store.update(state(first));
      expect([...session(store).turns.values()][0]).not.toHaveProperty("accepted");
      observeCleanly(store, idleWith("end_turn"));
      expect(turns(store)).toEqual(["running"]);
    }
  });

  it("is not accepted by work on a later accepted prompt", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      prompted(1, "On"),
      promptAccepted(1),
      stateUpdate("running"),
    );
    observeCleanly(store, idleWith("end_turn"));
    expect(turns(store)).toEqual(["running", "ended: end_turn"]);
  });

  it("is not accepted by work on a later echoed prompt", () => {
    const store = trackedV2();
    for (const value of ["Go", "On"]) store.startTurn("s1", [text(value)]);
    store.update({ sessionUpdate: "user_message", messageId: "u1", content: [text("On")] });
    for (const name of ["running", "idle"]) store.update(state(name));
    expect(turns(store)).toEqual(["running", "ended"]);
  });

  it("is cancelling if it is cancelled before it is accepted", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"));
    store.cancelTurn("s1");
    expect(session(store).activity).toBe("cancelling");
    expect(turns(store)).toEqual(["cancelling"]);
  });

  it("fails with the error of idle", () => {
    const error = { code: -32603, message: "Out of tokens" };
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    observeCleanly(store, stateUpdate("idle", { stopReason: "error", error }));
    expect([...session(store).turns.values()]).toMatchObject([
      { status: "failed", stopReason: "error", error },
    ]);
  });

  it("fails with a default error if the agent describes none", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    observeCleanly(store, stateUpdate("idle", { stopReason: "error" }));
    const error = { message: "The agent reported an error without a description." };
    expect([...session(store).turns.values()]).toMatchObject([
      { status: "failed", stopReason: "error", error },
    ]);
  });

  it("fails with the error response to the prompt", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"));
    observeCleanly(store, recv({ id: 0, error: { code: -32000, message: "Log in" } }));
    expect([...session(store).turns.values()]).toMatchObject([
      { status: "failed", error: { code: -32000, message: "Log in" } },
    ]);
  });

  it("does not end again when idle is repeated", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      promptAccepted(0),
      stateUpdate("running"),
      idleWith("end_turn"),
    );
    const before = store.getState();
    observeCleanly(store, idleWith("end_turn"));
    expect(store.getState()).toBe(before);
  });

  it("does not end when idle is repeated before its work begins", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      promptAccepted(0),
      stateUpdate("running"),
      idleWith("end_turn"),
    );
    for (const frame of [prompted(1, "On"), promptAccepted(1), idleWith("end_turn")])
      observeCleanly(store, frame);
    expect(turns(store)).toEqual(["ended: end_turn", "running"]);
    for (const frame of [stateUpdate("running"), idleWith("refusal")]) observeCleanly(store, frame);
    expect(turns(store)).toEqual(["ended: end_turn", "ended: refusal"]);
  });

  it("does not end with earlier work before its prompt is accepted", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      promptAccepted(0),
      stateUpdate("running"),
      prompted(1, "On"),
    );
    observeCleanly(store, idleWith("end_turn"));
    expect(turns(store)).toEqual(["ended: end_turn", "running"]);
    for (const frame of [promptAccepted(1), stateUpdate("running"), idleWith("refusal")])
      observeCleanly(store, frame);
    expect(turns(store)).toEqual(["ended: end_turn", "ended: refusal"]);
  });

  it("is not accepted by the agent's own work", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      stateUpdate("running"),
      idleWith("max_tokens"),
    );
    expect(turns(store)).toEqual(["running"]);
    for (const frame of [promptAccepted(0), stateUpdate("running"), idleWith("end_turn")])
      observeCleanly(store, frame);
    expect(turns(store)).toEqual(["ended: end_turn"]);
  });

  it.each([
    ["its response", promptAccepted(0)],
    [
      "its message",
      updated({ sessionUpdate: "user_message", messageId: "u", content: [text("Go")] }),
    ],
    [
      "a chunk of its message",
      updated({ sessionUpdate: "user_message_chunk", messageId: "u", content: text("Go") }),
    ],
  ])("is accepted by %s, even while the agent is working", (_name, frame) => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      stateUpdate("running"),
      frame,
      idleWith("end_turn"),
    );
    expect(turns(store)).toEqual(["ended: end_turn"]);
  });

  it("does not end with another prompt that was accepted earlier", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), prompted(1, "On"));
    for (const frame of [stateUpdate("running"), idleWith("end_turn")])
      observeCleanly(store, frame);
    expect(turns(store)).toEqual(["ended: end_turn", "running"]);
  });

  it("ends together with a prompt that joined it", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    for (const frame of [prompted(1, "Also"), promptAccepted(1), idleWith("end_turn")])
      observeCleanly(store, frame);
    expect(turns(store)).toEqual(["ended: end_turn", "ended: end_turn"]);
  });

  it("is not created for the agent's own work", () => {
    const store = storeAfterFrames(
      2,
      stateUpdate("running"),
      call("in_progress"),
      idleWith("end_turn"),
    );
    expect(turns(store)).toEqual([]);
    expect(session(store).toolCalls.get("c1")).not.toHaveProperty("turnId");
  });
});

describe("a cancelled turn", () => {
  const storeWithRunningTurn = () =>
    storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));

  it("is cancelling until idle", () => {
    const store = storeWithRunningTurn();
    observeCleanly(store, cancel);
    for (const name of ["running", "requires_action", "unknown"]) {
      observeCleanly(store, stateUpdate(name));
      expect(session(store).activity).toBe("cancelling");
    }
    observeCleanly(store, idleWith("cancelled"));
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
    expect(turns(store)).toEqual(["ended: cancelled"]);
  });

  it("marks its unfinished calls as cancelled and accepts late final statuses", () => {
    const store = storeWithRunningTurn();
    for (const id of ["c1", "c2"]) observeCleanly(store, call("in_progress", id));
    observeCleanly(store, cancel);
    observeCleanly(store, call("in_progress", "c1"));
    observeCleanly(store, call("completed", "c2"));
    observeCleanly(store, idleWith("cancelled"));
    expect([...session(store).toolCalls.values()].map(({ status }) => status)).toEqual([
      "cancelled",
      "completed",
    ]);
  });

  it("does not keep a background call cancelled after its end", () => {
    const store = storeWithRunningTurn();
    for (const frame of [call("in_progress"), cancel]) observeCleanly(store, frame);
    const background = [{ type: "tool_call", toolCallId: "c1" }];
    observeCleanly(store, stateUpdate("idle", { stopReason: "cancelled", background }));
    observeCleanly(store, call("in_progress"));
    expect(session(store).toolCalls.get("c1")?.status).toBe("in_progress");
  });

  it("marks a call that reuses an earlier id, until the cancel is confirmed", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      promptAccepted(0),
      stateUpdate("running"),
      call("completed"),
    );
    for (const frame of [
      idleWith("end_turn"),
      prompted(1, "On"),
      promptAccepted(1),
      stateUpdate("running"),
    ])
      observeCleanly(store, frame);
    expect(store.observe(call("in_progress"))).toMatchObject({
      diagnostics: [{ code: "late_update" }],
    });
    observeCleanly(store, cancel);
    expect(session(store).toolCalls.get("c1")?.status).toBe("cancelled");
    observeCleanly(store, call("in_progress"));
    observeCleanly(store, idleWith("cancelled"));
    expect(session(store).toolCalls.get("c1")?.status).toBe("cancelled");
  });

  it("keeps the background work of an earlier turn running", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      promptAccepted(0),
      stateUpdate("running"),
      call("in_progress"),
    );
    const background = [{ type: "tool_call", toolCallId: "c1" }];
    for (const frame of [
      stateUpdate("idle", { stopReason: "end_turn", background }),
      prompted(1, "On"),
      promptAccepted(1),
      stateUpdate("running"),
    ])
      observeCleanly(store, frame);
    for (const frame of [call("in_progress"), cancel]) observeCleanly(store, frame);
    expect(session(store).toolCalls.get("c1")?.status).toBe("in_progress");
  });

  const rejected = (id: number) => recv({ id, error: { code: -32800, message: "Cancelled" } });

  it("leaves the agent idle if it was never accepted", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), cancel);
    expect(session(store).activity).toBe("cancelling");
    observeCleanly(store, rejected(0));
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
    expect(session(store)).not.toHaveProperty("reported");
    for (const frame of [prompted(1, "On"), promptAccepted(1), stateUpdate("running")])
      observeCleanly(store, frame);
    expect(session(store).activity).toBe("running");
  });

  it("can be ended by the caller if it was never accepted", () => {
    const store = trackedV2();
    store.startTurn("s1");
    store.cancelTurn("s1");
    store.endTurn("s1", { stopReason: "cancelled" });
    expect(session(store).activity).toBe("idle");
  });

  it("leaves the agent idle if it was never accepted and is cancelled twice", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), cancel, cancel, rejected(0));
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
  });

  it("keeps the session cancelling while another turn is cancelled too", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), prompted(1, "On"), cancel, rejected(0));
    expect(session(store).activity).toBe("cancelling");
    observeCleanly(store, rejected(1));
    expect(session(store).activity).toBe("idle");
  });

  it("cancels its calls while another turn is open", () => {
    const store = storeWithRunningTurn();
    for (const frame of [prompted(1, "On"), promptAccepted(1), call("in_progress"), cancel])
      observeCleanly(store, frame);
    expect(session(store).toolCalls.get("c1")?.status).toBe("cancelled");
  });

  it("does not block the next prompt if it was never accepted", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), cancel, prompted(1, "On"), rejected(0));
    for (const frame of [promptAccepted(1), stateUpdate("running")]) observeCleanly(store, frame);
    expect(session(store).activity).toBe("running");
    expect(turns(store)).toEqual(["failed", "running"]);
  });

  it.each([
    ["before the cancel", [prompted(0, "Go"), stateUpdate("running"), cancel]],
    ["after the cancel", [prompted(0, "Go"), cancel, stateUpdate("running")]],
  ])("waits for idle if its work began %s", (_name, frames) => {
    const store = storeAfterFrames(2, ...frames, rejected(0));
    expect(session(store)).toMatchObject({ activity: "cancelling", openTurns: [] });
    observeCleanly(store, idleWith("cancelled"));
    expect(session(store).activity).toBe("idle");
  });

  it("ends when its prompt is accepted after its work has ended", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      cancel,
      stateUpdate("running"),
      idleWith("cancelled"),
    );
    observeCleanly(store, promptAccepted(0));
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
    expect(turns(store)).toEqual(["ended: cancelled"]);
  });

  it("waits for idle when its prompt is accepted after its work began", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      cancel,
      stateUpdate("running"),
      promptAccepted(0),
    );
    expect(session(store).activity).toBe("cancelling");
    expect(turns(store)).toEqual(["cancelling"]);
    observeCleanly(store, idleWith("cancelled"));
    expect(turns(store)).toEqual(["ended: cancelled"]);
  });

  it("does not affect the next turn", () => {
    const store = storeWithRunningTurn();
    for (const frame of [
      cancel,
      idleWith("cancelled"),
      prompted(1, "On"),
      promptAccepted(1),
      stateUpdate("running"),
    ])
      observeCleanly(store, frame);
    expect(turns(store)).toEqual(["ended: cancelled", "running"]);
    expect(session(store).activity).toBe("running");
  });

  it("also cancels the agent's own work", () => {
    const store = afterV2(state("running"));
    store.cancelTurn("s1");
    expect(session(store).activity).toBe("cancelling");
  });

  it("does nothing while the agent is idle and no prompt is open", () => {
    const store = afterV2(state("running"), state("idle"));
    const before = store.getState();
    store.cancelTurn("s1");
    expect(store.getState()).toBe(before);
  });
});

describe("an update of background work", () => {
  const work = [{ type: "tool_call", toolCallId: "bg" }];

  it.each([["absent"], ["null"]])("keeps the list when it is %s", (how) => {
    const store = afterV2(
      state("running", { background: work }),
      state("idle", how === "null" ? { background: null } : {}),
    );
    expect(session(store).background).toEqual(work);
  });

  it("clears the list when it is empty", () => {
    const store = afterV2(
      state("running", { background: work }),
      state("idle", { background: [] }),
    );
    expect(session(store).background).toEqual([]);
  });
});
