import type { Frame } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { recv, sent, updated } from "../support/frames.js";
import { screenOf } from "../support/screen.js";
import { session, text, type TrackedStore, trackedStore } from "../support/trackedStore.js";

const PROMPT = updated({ sessionUpdate: "user_message", messageId: "u1", content: [text("Go")] });
const announced = (title: string): Frame =>
  updated({ sessionUpdate: "subagent_update", sessionId: "child", title });
const childSays = (value: string): Frame =>
  updated({ sessionUpdate: "agent_message_chunk", messageId: "a", content: text(value) }, "child");
const call = (status: string): Frame =>
  updated({ sessionUpdate: "tool_call_update", toolCallId: "c1", title: "Run", status });
const output = (value: string) => ({ type: "content", content: text(value) });
const callPrints = (value: string): Frame =>
  updated({ sessionUpdate: "tool_call_content_chunk", toolCallId: "c1", content: output(value) });

/** Returns a store that has lost its connection in its first turn, or after it. */
function lostStore(when: "during the turn" | "after the turn", ...frames: Frame[]): TrackedStore {
  const store = trackedStore({ protocolVersion: 2 });
  store.openSession({ sessionId: "s1", cwd: "/w" });
  store.startTurn("s1", [text("Go")]);
  for (const frame of frames) store.observe(frame);
  if (when === "after the turn") store.endTurn("s1", { stopReason: "end_turn" });
  store.disconnect();
  return store;
}

/** Resumes the session. The agent replays its prompt, and then some updates. */
function resume(store: TrackedStore, ...replay: Frame[]): void {
  const params = { sessionId: "s1", cwd: "/w", replayFrom: { type: "start" } };
  store.observe(sent({ id: 1, method: "session/resume", params }));
  for (const frame of [PROMPT, ...replay, recv({ id: 1, result: {} })]) store.observe(frame);
}

describe("a merged replay in version 2", () => {
  it("continues the sessions of subagents", () => {
    const store = lostStore("during the turn", announced("Look"), childSays("Loo"));
    resume(store, announced("Look"), childSays("Look"), childSays("ing."));
    expect(screenOf(store.getState())).toEqual(["user: Go", "subagent: child"]);
    expect(screenOf(store.getState(), "child")).toEqual(["agent: Looking."]);
  });

  it("keeps a subagent of a complete turn unchanged", () => {
    const store = lostStore("after the turn", announced("Look"));
    resume(store, announced("Other"));
    expect(session(store).subagents.get("child")?.title).toBe("Look");
  });

  it("adds the output of a call that follows the known output", () => {
    const store = lostStore(
      "during the turn",
      call("in_progress"),
      callPrints("1"),
      callPrints("2"),
    );
    resume(store, call("in_progress"), callPrints("1"), callPrints("2"), callPrints("3"));
    expect(session(store).toolCalls.get("c1")?.content).toEqual(["1", "2", "3"].map(output));
  });
});
