import { isFinalStatus, selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { observed, onlySession, prompted, recv, seen, sent, updated } from "../support/frames.js";
import { recordedFrames } from "../support/trafficModel.js";
import { codes, session, text, trackedStore } from "../support/trackedStore.js";

const EDIT = "call_923zNjooWsqbPxtypPmT0WJ5";
const LIST = "call_3oPsCTNSuf0Ujw2wVNdSa7sd";
const change = (fields: object) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "c1",
  ...fields,
});
const cancel = sent({ method: "session/cancel", params: { sessionId: "s1" } });
const stopped = recv({ id: 0, result: { stopReason: "cancelled" } });

describe("status", () => {
  it("goes from pending to its end without in_progress (claudezed-reject)", () => {
    const sentStatuses = recordedFrames("claudezed-reject").map(({ msg }) => JSON.stringify(msg));
    expect(sentStatuses.some((frame) => frame.includes("in_progress"))).toBe(false);
    const calls = [...onlySession(seen("claudezed-reject")).toolCalls.values()];
    expect(calls.every(({ status }) => isFinalStatus(status))).toBe(true);
  });

  it("is final at first sight (gemini-load)", () => {
    const [call] = onlySession(seen("gemini-load", 14)).toolCalls.values();
    expect(call).toMatchObject({ title: "WriteTodos", status: "completed" });
  });

  it("is final, then another final one", () => {
    const store = trackedStore();
    const results = ["completed", "failed"].map((status) => store.update(change({ status })));
    expect(results.map(codes)).toEqual([[], ["late_update"]]);
    expect(selectToolCall(store.getState(), "s1", "c1")?.status).toBe("failed");
  });

  it("is final, and later updates only add rawOutput", () => {
    const store = observed(
      1,
      updated(change({ title: "T", status: "completed" })),
      updated(change({ rawOutput: "late" })),
    );
    expect(selectToolCall(store.getState(), "s1", "c1")).toMatchObject({
      title: "T",
      status: "completed",
      rawOutput: "late",
    });
  });

  it("is in_progress while the permission says pending (opencode-basic)", () => {
    const session = onlySession(seen("opencode-basic", 36));
    expect(session.toolCalls.get(EDIT)?.status).toBe("in_progress");
    expect([...session.permissions.values()]).toMatchObject([
      { toolCallId: EDIT, status: "pending", toolCall: { status: "pending" } },
    ]);
  });

  it("becomes in_progress while the permission is open (opencode-basic)", () => {
    const [before, after] = [61, 62].map((line) => onlySession(seen("opencode-basic", line)));
    expect(before?.toolCalls.get(LIST)?.status).toBe("pending");
    expect(after?.toolCalls.get(LIST)?.status).toBe("in_progress");
    expect([...(after?.permissions.values() ?? [])].at(-1)).toMatchObject({
      requestId: 3,
      status: "pending",
    });
  });

  it("ends as completed for a cancelled shell", () => {
    const store = observed(
      1,
      prompted(0, "Go"),
      updated(change({ title: "sleep 60", status: "in_progress" })),
      cancel,
      updated(change({ status: "completed", content: [{ type: "content", content: text("^C") }] })),
      stopped,
    );
    expect(selectToolCall(store.getState(), "s1", "c1")).toMatchObject({
      status: "completed",
      content: [{}],
    });
    expect(session(store).activity).toBe("idle");
  });

  it("stays cancelled for a shell that never ends", () => {
    const store = observed(
      1,
      prompted(0, "Go"),
      updated(change({ title: "sleep 60", status: "in_progress" })),
      cancel,
      stopped,
    );
    expect(selectToolCall(store.getState(), "s1", "c1")?.status).toBe("cancelled");
  });

  it("stays for a call that its turn left unfinished, marked as stale", () => {
    const store = observed(
      1,
      prompted(0, "Go"),
      updated(change({ status: "in_progress" })),
      recv({ id: 0, result: { stopReason: "end_turn" } }),
    );
    expect(selectToolCall(store.getState(), "s1", "c1")).toMatchObject({
      status: "in_progress",
      stale: true,
    });
  });
});
