import { deserialize, serialize } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { observeCleanly, storeAfterFrames, prompted, recv, updated } from "../../support/frames.js";
import { session, text, type TrackedStore } from "../../support/trackedStore.js";
import {
  afterV2,
  callUpdate,
  CANCEL_FRAME,
  idleWith,
  promptAccepted,
  stateOf,
  stateUpdate,
  trackedV2,
  turnStatuses,
} from "../../support/version2.js";

describe("an idle that ends a turn", () => {
  const storeWithCalls = () => {
    const store = storeAfterFrames(2, callUpdate("in_progress", "free"), prompted(0, "Go"));
    for (const frame of [promptAccepted(0), stateUpdate("running")]) observeCleanly(store, frame);
    for (const id of ["c1", "c2"]) observeCleanly(store, callUpdate("in_progress", id));
    observeCleanly(store, callUpdate("completed", "c3"));
    return store;
  };
  const calls = (store: TrackedStore) =>
    [...session(store).toolCalls.values()].map(({ status, phase }) =>
      phase === "unfinished" ? `${status}, unfinished` : status,
    );

  it("leaves the open calls of the turn unfinished", () => {
    const store = storeWithCalls();
    observeCleanly(store, idleWith("end_turn"));
    expect(calls(store)).toEqual([
      "in_progress",
      "in_progress, unfinished",
      "in_progress, unfinished",
      "completed",
    ]);
  });

  it("marks them as cancelled with the stop reason cancelled", () => {
    const store = storeWithCalls();
    observeCleanly(store, idleWith("cancelled"));
    expect(calls(store)).toEqual(["in_progress", "cancelled", "cancelled", "completed"]);
    observeCleanly(store, callUpdate("failed", "c1"));
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

  it("leaves out the calls of a turn that continues", () => {
    const store = trackedV2();
    for (const value of ["Go", "On"]) store.startTurn("s1", [text(value)]);
    store.update({ sessionUpdate: "user_message", messageId: "u1", content: [text("On")] });
    store.update(stateOf("running"));
    observeCleanly(store, callUpdate("in_progress"));
    observeCleanly(store, idleWith("end_turn"));
    expect(turnStatuses(store)).toEqual(["running", "ended: end_turn"]);
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
    const store = storeAfterFrames(2, prompted(0, "Go"), CANCEL_FRAME, stateUpdate("running"));
    observeCleanly(store, callUpdate("in_progress"));
    for (const frame of [idleWith("cancelled"), promptAccepted(0)]) observeCleanly(store, frame);
    expect(calls(store)).toEqual(["cancelled"]);
  });
});

describe("an unfinished call", () => {
  it("runs again when the agent reports its status, even while idle", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    for (const frame of [callUpdate("in_progress"), idleWith("end_turn")])
      observeCleanly(store, frame);
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", title: "Watch" });
    expect(session(store).toolCalls.get("c1")?.phase).toBe("unfinished");
    observeCleanly(store, callUpdate("in_progress"));
    expect(session(store).toolCalls.get("c1")).not.toMatchObject({ phase: "unfinished" });
  });
});

describe("a turn", () => {
  it("lasts from the prompt to idle, which contains the stop reason", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    observeCleanly(store, stateUpdate("requires_action"));
    observeCleanly(store, stateUpdate("running"));
    expect(turnStatuses(store)).toEqual(["running"]);
    observeCleanly(store, idleWith("max_tokens"));
    expect(turnStatuses(store)).toEqual(["ended: max_tokens"]);
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
    expect(turnStatuses(store)).toEqual(["ended"]);
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
    store.update(stateOf("running"));
    expect([...session(store).turns.values()].map((turn) => turn.accepted)).toEqual([
      true,
      undefined,
    ]);
    store.update(stateOf("idle", { stopReason: "end_turn" }));
    expect(turnStatuses(store)).toEqual(["ended: end_turn", "running"]);
  });

  it("is not accepted by work that began earlier, or by idle", () => {
    for (const first of ["running", "idle"]) {
      const store = afterV2(stateOf(first));
      store.startTurn("s1", [text("Go")]);
      store.update(stateOf(first));
      expect([...session(store).turns.values()][0]).not.toHaveProperty("accepted");
      observeCleanly(store, idleWith("end_turn"));
      expect(turnStatuses(store)).toEqual(["running"]);
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
    expect(turnStatuses(store)).toEqual(["running", "ended: end_turn"]);
  });

  it("is not accepted by work on a later echoed prompt", () => {
    const store = trackedV2();
    for (const value of ["Go", "On"]) store.startTurn("s1", [text(value)]);
    store.update({ sessionUpdate: "user_message", messageId: "u1", content: [text("On")] });
    for (const name of ["running", "idle"]) store.update(stateOf(name));
    expect(turnStatuses(store)).toEqual(["running", "ended"]);
  });

  it("is cancelling if it is cancelled before it is accepted", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"));
    store.cancelTurn("s1");
    expect(session(store).activity).toBe("cancelling");
    expect(turnStatuses(store)).toEqual(["cancelling"]);
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
    expect(turnStatuses(store)).toEqual(["ended: end_turn", "running"]);
    for (const frame of [stateUpdate("running"), idleWith("refusal")]) observeCleanly(store, frame);
    expect(turnStatuses(store)).toEqual(["ended: end_turn", "ended: refusal"]);
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
    expect(turnStatuses(store)).toEqual(["ended: end_turn", "running"]);
    for (const frame of [promptAccepted(1), stateUpdate("running"), idleWith("refusal")])
      observeCleanly(store, frame);
    expect(turnStatuses(store)).toEqual(["ended: end_turn", "ended: refusal"]);
  });

  it("is not accepted by the agent's own work", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      stateUpdate("running"),
      idleWith("max_tokens"),
    );
    expect(turnStatuses(store)).toEqual(["running"]);
    for (const frame of [promptAccepted(0), stateUpdate("running"), idleWith("end_turn")])
      observeCleanly(store, frame);
    expect(turnStatuses(store)).toEqual(["ended: end_turn"]);
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
    expect(turnStatuses(store)).toEqual(["ended: end_turn"]);
  });

  it("does not end with another prompt that was accepted earlier", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), prompted(1, "On"));
    for (const frame of [stateUpdate("running"), idleWith("end_turn")])
      observeCleanly(store, frame);
    expect(turnStatuses(store)).toEqual(["ended: end_turn", "running"]);
  });

  it("ends together with a prompt that joined it", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    for (const frame of [prompted(1, "Also"), promptAccepted(1), idleWith("end_turn")])
      observeCleanly(store, frame);
    expect(turnStatuses(store)).toEqual(["ended: end_turn", "ended: end_turn"]);
  });

  it("is not created for the agent's own work", () => {
    const store = storeAfterFrames(
      2,
      stateUpdate("running"),
      callUpdate("in_progress"),
      idleWith("end_turn"),
    );
    expect(turnStatuses(store)).toEqual([]);
    expect(session(store).toolCalls.get("c1")).not.toHaveProperty("turnId");
  });
});
