import { isFinalStatus, selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  storeAfterFrames,
  onlySession,
  prompted,
  recv,
  storeAfterRecording,
  sent,
  updated,
  toolCallUpdate,
} from "../support/frames.js";
import { recordedFrames } from "../support/recordings.js";
import { codes, session, text, trackedStore } from "../support/trackedStore.js";

const EDIT = "call_923zNjooWsqbPxtypPmT0WJ5";
const LIST = "call_3oPsCTNSuf0Ujw2wVNdSa7sd";
const cancel = sent({ method: "session/cancel", params: { sessionId: "s1" } });
const cancelConfirmed = recv({ id: 0, result: { stopReason: "cancelled" } });

describe("the status of a tool call", () => {
  it("changes from pending to a final status without in_progress (claudezed-reject)", () => {
    const sentStatuses = recordedFrames("claudezed-reject").map(({ msg }) => JSON.stringify(msg));
    expect(sentStatuses.some((frame) => frame.includes("in_progress"))).toBe(false);
    const calls = [...onlySession(storeAfterRecording("claudezed-reject")).toolCalls.values()];
    expect(calls.every(({ status }) => isFinalStatus(status))).toBe(true);
  });

  it("can be final in the first message (gemini-load)", () => {
    const [call] = onlySession(storeAfterRecording("gemini-load", 14)).toolCalls.values();
    expect(call).toMatchObject({ title: "WriteTodos", status: "completed" });
  });

  it("can change from one final status to another", () => {
    const store = trackedStore();
    const results = ["completed", "failed"].map((status) =>
      store.update(toolCallUpdate({ status })),
    );
    expect(results.map(codes)).toEqual([[], ["late_update"]]);
    expect(selectToolCall(store.getState(), "s1", "c1")?.status).toBe("failed");
  });

  it("stays final when a later update only adds rawOutput", () => {
    const store = storeAfterFrames(
      1,
      updated(toolCallUpdate({ title: "T", status: "completed" })),
      updated(toolCallUpdate({ rawOutput: "late" })),
    );
    expect(selectToolCall(store.getState(), "s1", "c1")).toMatchObject({
      title: "T",
      status: "completed",
      rawOutput: "late",
    });
  });

  it("stays in_progress when the permission request reports pending (opencode-basic)", () => {
    const session = onlySession(storeAfterRecording("opencode-basic", 36));
    expect(session.toolCalls.get(EDIT)?.status).toBe("in_progress");
    expect([...session.permissions.values()]).toMatchObject([
      { toolCallId: EDIT, status: "pending", toolCall: { status: "pending" } },
    ]);
  });

  it("becomes in_progress while the permission request is pending (opencode-basic)", () => {
    const [before, after] = [61, 62].map((line) =>
      onlySession(storeAfterRecording("opencode-basic", line)),
    );
    expect(before?.toolCalls.get(LIST)?.status).toBe("pending");
    expect(after?.toolCalls.get(LIST)?.status).toBe("in_progress");
    expect([...(after?.permissions.values() ?? [])].at(-1)).toMatchObject({
      requestId: 3,
      status: "pending",
    });
  });

  it("becomes completed for a cancelled shell command", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      updated(toolCallUpdate({ title: "sleep 60", status: "in_progress" })),
      cancel,
      updated(
        toolCallUpdate({
          status: "completed",
          content: [{ type: "content", content: text("^C") }],
        }),
      ),
      cancelConfirmed,
    );
    expect(selectToolCall(store.getState(), "s1", "c1")).toMatchObject({
      status: "completed",
      content: [{}],
    });
    expect(session(store).activity).toBe("idle");
  });

  it("stays cancelled for a shell command that never ends", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      updated(toolCallUpdate({ title: "sleep 60", status: "in_progress" })),
      cancel,
      cancelConfirmed,
    );
    expect(selectToolCall(store.getState(), "s1", "c1")?.status).toBe("cancelled");
  });

  it("does not change for a call that its turn left unfinished", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      updated(toolCallUpdate({ status: "in_progress" })),
      recv({ id: 0, result: { stopReason: "end_turn" } }),
    );
    expect(selectToolCall(store.getState(), "s1", "c1")).toMatchObject({
      status: "in_progress",
      phase: "unfinished",
    });
  });
});
