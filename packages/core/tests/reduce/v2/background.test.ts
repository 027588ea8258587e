import { describe, expect, it } from "vitest";
import { observeCleanly, storeAfterFrames, prompted } from "../../support/frames.js";
import { session } from "../../support/trackedStore.js";
import {
  afterV2,
  callUpdate,
  CANCEL_FRAME,
  promptAccepted,
  stateOf,
  stateUpdate,
  turnStatuses,
} from "../../support/version2.js";

describe("background work", () => {
  const work = [
    { type: "terminal", terminalId: "t1" },
    { type: "tool_call", toolCallId: "c1" },
    { type: "_timer", at: 5 },
  ];

  it("contains the most recently reported list", () => {
    expect(session(afterV2(stateOf("running", { background: work }))).background).toEqual(work);
    const store = afterV2(
      stateOf("running", { background: work }),
      stateOf("idle", { background: work.slice(1) }),
    );
    expect(session(store).background).toEqual(work.slice(1));
    store.update(stateOf("idle", { background: [] }));
    expect(session(store).background).toEqual([]);
  });

  it("continues while the agent is idle", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Go"),
      promptAccepted(0),
      stateUpdate("running"),
      callUpdate("in_progress"),
      stateUpdate("idle", { stopReason: "end_turn", background: work }),
    );
    expect(session(store).toolCalls.get("c1")).toMatchObject({ status: "in_progress" });
    expect(session(store).toolCalls.get("c1")).not.toMatchObject({ phase: "unfinished" });
    observeCleanly(store, callUpdate("completed"));
    expect(session(store).activity).toBe("idle");
  });

  it("survives a cancel of a later turn, even if it is no longer listed", () => {
    const store = storeAfterFrames(
      2,
      callUpdate("in_progress", "free"),
      prompted(0, "Go"),
      promptAccepted(0),
    );
    const idle = stateUpdate("idle", { stopReason: "end_turn", background: work });
    for (const frame of [
      stateUpdate("running", { background: [] }),
      callUpdate("in_progress", "c1"),
    ])
      observeCleanly(store, frame);
    observeCleanly(store, idle);
    observeCleanly(store, stateUpdate("idle", { background: [] }));
    for (const frame of [prompted(1, "On"), promptAccepted(1), stateUpdate("running")])
      observeCleanly(store, frame);
    observeCleanly(store, callUpdate("in_progress", "c2"));
    observeCleanly(store, CANCEL_FRAME);
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
    for (const frame of [callUpdate("in_progress", "c1"), callUpdate("completed", "c2")])
      observeCleanly(store, frame);
    observeCleanly(store, stateUpdate("running", { background: work }));
    store.disconnect();
    expect(session(store)).toMatchObject({ activity: "idle", background: [], openTurns: [] });
    expect([...session(store).toolCalls.values()].map(({ phase }) => phase)).toEqual([
      "unfinished",
      "completed",
    ]);
    expect(turnStatuses(store)).toEqual(["failed"]);
  });

  it("survives a cancel of the current work", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0), stateUpdate("running"));
    for (const id of ["c1", "c2"]) observeCleanly(store, callUpdate("in_progress", id));
    observeCleanly(store, stateUpdate("running", { background: work }));
    observeCleanly(store, CANCEL_FRAME);
    expect([...session(store).toolCalls.values()].map(({ status }) => status)).toEqual([
      "in_progress",
      "cancelled",
    ]);
  });
});

describe("an update of background work", () => {
  const work = [{ type: "tool_call", toolCallId: "bg" }];

  it.each([["absent"], ["null"]])("keeps the list when it is %s", (how) => {
    const store = afterV2(
      stateOf("running", { background: work }),
      stateOf("idle", how === "null" ? { background: null } : {}),
    );
    expect(session(store).background).toEqual(work);
  });

  it("clears the list when it is empty", () => {
    const store = afterV2(
      stateOf("running", { background: work }),
      stateOf("idle", { background: [] }),
    );
    expect(session(store).background).toEqual([]);
  });
});
