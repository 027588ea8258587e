import { describe, expect, it } from "vitest";
import { storeAfterFrames, prompted } from "../../support/frames.js";
import { session } from "../../support/trackedStore.js";
import {
  ACCEPTED,
  afterV2,
  promptAccepted,
  stateOf,
  trackedV2,
  turnStatuses,
} from "../../support/version2.js";

describe("activity", () => {
  it.each([
    ["running", "running"],
    ["requires_action", "requires_action"],
    ["idle", "idle"],
    ["unknown", "unknown"],
    ["_dreaming", "unknown"],
    ["constructor", "unknown"],
  ])("reflects the reported state %s", (name, expected) => {
    expect(session(afterV2(stateOf("running"), stateOf(name))).activity).toBe(expected);
  });

  it("does not change with a prompt or its response", () => {
    const store = storeAfterFrames(2, prompted(0, "Go"), promptAccepted(0));
    expect(session(store).activity).toBe("idle");
    expect(turnStatuses(store)).toEqual(["running"]);
  });

  it("does not change when the report is repeated", () => {
    const store = afterV2(stateOf("running"));
    const before = store.getState();
    expect(store.update(stateOf("running"))).toEqual(ACCEPTED);
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
