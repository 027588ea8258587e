import { isOpenPhase, selectPendingPermissions } from "@acp-store/core";
import { expect, it } from "vitest";
import { onlySession, storeAfterRecording } from "../support/frames.js";

const NAME = "codex-rejected-one-of-two-v2";

it("shows a running call as running while the agent asks for it as pending", () => {
  const store = storeAfterRecording(NAME, 21);
  expect([...onlySession(store).toolCalls.values()].map(({ status }) => status)).toEqual([
    "in_progress",
    "in_progress",
  ]);
  expect(selectPendingPermissions(store.getState())).toHaveLength(2);
});

it("leaves nothing pending and no call running when idle ends the turn of a rejected command", () => {
  const store = storeAfterRecording(NAME);
  const { toolCalls, permissions, turns, activity } = onlySession(store);
  expect(selectPendingPermissions(store.getState())).toEqual([]);
  expect([...permissions.values()]).toMatchObject([
    { requestId: 0, status: "cancelled", reason: "turn_ended" },
    { requestId: 1, status: "selected", optionId: "cancel", reason: "user" },
  ]);
  expect([...toolCalls.values()].filter(({ phase }) => isOpenPhase(phase))).toEqual([]);
  expect([...turns.values()].map(({ status }) => status)).toEqual(["ended", "ended"]);
  expect(activity).toBe("idle");
});
