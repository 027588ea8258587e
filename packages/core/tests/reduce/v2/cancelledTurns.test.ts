import { describe, expect, it } from "vitest";
import { observeCleanly, storeAfterFrames, prompted, recv } from "../../support/frames.js";
import { session } from "../../support/trackedStore.js";
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

describe("a cancelled turn", () => {
  const storeWithRunningTurn = () =>
    storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));

  it("is cancelling until idle", () => {
    const store = storeWithRunningTurn();
    observeCleanly(store, CANCEL_FRAME);
    for (const name of ["running", "requires_action", "unknown"]) {
      observeCleanly(store, stateUpdate(name));
      expect(session(store).activity).toBe("cancelling");
    }
    observeCleanly(store, idleWith("cancelled"));
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
    expect(turnStatuses(store)).toEqual(["ended: cancelled"]);
  });

  it("marks its open calls as cancelled and accepts late final statuses", () => {
    const store = storeWithRunningTurn();
    for (const id of ["c1", "c2"]) observeCleanly(store, callUpdate("in_progress", id));
    observeCleanly(store, CANCEL_FRAME);
    observeCleanly(store, callUpdate("in_progress", "c1"));
    observeCleanly(store, callUpdate("completed", "c2"));
    observeCleanly(store, idleWith("cancelled"));
    expect([...session(store).toolCalls.values()].map(({ status }) => status)).toEqual([
      "cancelled",
      "completed",
    ]);
  });

  it("does not keep a background call cancelled after its end", () => {
    const store = storeWithRunningTurn();
    for (const frame of [callUpdate("in_progress"), CANCEL_FRAME]) observeCleanly(store, frame);
    const background = [{ type: "tool_call", toolCallId: "c1" }];
    observeCleanly(store, stateUpdate("idle", { stopReason: "cancelled", background }));
    observeCleanly(store, callUpdate("in_progress"));
    expect(session(store).toolCalls.get("c1")?.status).toBe("in_progress");
  });

  it("marks a call that reuses an earlier id, until the cancel is confirmed", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      promptAccepted(0),
      stateUpdate("running"),
      callUpdate("completed"),
    );
    for (const frame of [
      idleWith("end_turn"),
      prompted(1, "On"),
      promptAccepted(1),
      stateUpdate("running"),
    ])
      observeCleanly(store, frame);
    expect(store.observe(callUpdate("in_progress"))).toMatchObject({
      diagnostics: [{ code: "late_update" }],
    });
    observeCleanly(store, CANCEL_FRAME);
    expect(session(store).toolCalls.get("c1")?.status).toBe("cancelled");
    observeCleanly(store, callUpdate("in_progress"));
    observeCleanly(store, idleWith("cancelled"));
    expect(session(store).toolCalls.get("c1")?.status).toBe("cancelled");
  });

  it("keeps the background work of an earlier turn running", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      promptAccepted(0),
      stateUpdate("running"),
      callUpdate("in_progress"),
    );
    const background = [{ type: "tool_call", toolCallId: "c1" }];
    for (const frame of [
      stateUpdate("idle", { stopReason: "end_turn", background }),
      prompted(1, "On"),
      promptAccepted(1),
      stateUpdate("running"),
    ])
      observeCleanly(store, frame);
    for (const frame of [callUpdate("in_progress"), CANCEL_FRAME]) observeCleanly(store, frame);
    expect(session(store).toolCalls.get("c1")?.status).toBe("in_progress");
  });

  const rejected = (id: number) => recv({ id, error: { code: -32800, message: "Cancelled" } });

  it("leaves the agent idle if it was never accepted", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), CANCEL_FRAME);
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
    const store = storeAfterFrames(2, prompted(0, "Go"), CANCEL_FRAME, CANCEL_FRAME, rejected(0));
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
  });

  it("keeps the session cancelling while another turn is cancelled too", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      prompted(1, "On"),
      CANCEL_FRAME,
      rejected(0),
    );
    expect(session(store).activity).toBe("cancelling");
    observeCleanly(store, rejected(1));
    expect(session(store).activity).toBe("idle");
  });

  it("cancels its calls while another turn is open", () => {
    const store = storeWithRunningTurn();
    for (const frame of [
      prompted(1, "On"),
      promptAccepted(1),
      callUpdate("in_progress"),
      CANCEL_FRAME,
    ])
      observeCleanly(store, frame);
    expect(session(store).toolCalls.get("c1")?.status).toBe("cancelled");
  });

  it("does not block the next prompt if it was never accepted", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      CANCEL_FRAME,
      prompted(1, "On"),
      rejected(0),
    );
    for (const frame of [promptAccepted(1), stateUpdate("running")]) observeCleanly(store, frame);
    expect(session(store).activity).toBe("running");
    expect(turnStatuses(store)).toEqual(["failed", "running"]);
  });

  it.each([
    ["before the cancel", [prompted(0, "Go"), stateUpdate("running"), CANCEL_FRAME]],
    ["after the cancel", [prompted(0, "Go"), CANCEL_FRAME, stateUpdate("running")]],
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
      CANCEL_FRAME,
      stateUpdate("running"),
      idleWith("cancelled"),
    );
    observeCleanly(store, promptAccepted(0));
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
    expect(turnStatuses(store)).toEqual(["ended: cancelled"]);
  });

  it("waits for idle when its prompt is accepted after its work began", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      CANCEL_FRAME,
      stateUpdate("running"),
      promptAccepted(0),
    );
    expect(session(store).activity).toBe("cancelling");
    expect(turnStatuses(store)).toEqual(["cancelling"]);
    observeCleanly(store, idleWith("cancelled"));
    expect(turnStatuses(store)).toEqual(["ended: cancelled"]);
  });

  it("does not affect the next turn", () => {
    const store = storeWithRunningTurn();
    for (const frame of [
      CANCEL_FRAME,
      idleWith("cancelled"),
      prompted(1, "On"),
      promptAccepted(1),
      stateUpdate("running"),
    ])
      observeCleanly(store, frame);
    expect(turnStatuses(store)).toEqual(["ended: cancelled", "running"]);
    expect(session(store).activity).toBe("running");
  });

  it("also cancels the agent's own work", () => {
    const store = afterV2(stateOf("running"));
    store.cancelTurn("s1");
    expect(session(store).activity).toBe("cancelling");
  });

  it("does nothing while the agent is idle and no prompt is open", () => {
    const store = afterV2(stateOf("running"), stateOf("idle"));
    const before = store.getState();
    store.cancelTurn("s1");
    expect(store.getState()).toBe(before);
  });
});
