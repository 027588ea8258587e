import { selectPendingPermissions, selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  storeAfterFrames,
  onlySession,
  prompted,
  recv,
  storeAfterRecording,
  sent,
  updated,
} from "../support/frames.js";
import { recordedFrames } from "../support/recordings.js";
import { session, text, trackedStore } from "../support/trackedStore.js";

const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
const permissionRequest = (id: number | string, toolCallId: string, sessionId = "s1") =>
  recv({
    id,
    method: "session/request_permission",
    params: { sessionId, toolCall: { toolCallId }, options },
  });
const permissionResponse = (id: number | string) =>
  sent({ id, result: { outcome: { outcome: "selected", optionId: "yes" } } });

describe("ids and order", () => {
  it("creates a tool call from a permission request (gemini-parallel)", () => {
    const requestIndex = recordedFrames("gemini-parallel").findIndex(({ msg }) =>
      JSON.stringify(msg).includes("session/request_permission"),
    );
    expect(onlySession(storeAfterRecording("gemini-parallel", requestIndex)).toolCalls.size).toBe(
      0,
    );
    const { toolCalls, permissions } = onlySession(
      storeAfterRecording("gemini-parallel", requestIndex + 1),
    );
    const [permission] = permissions.values();
    expect([...toolCalls.values()]).toMatchObject([permission?.toolCall ?? {}]);
  });

  it("creates a failed call without a title from an update (gemini-cancelperm)", () => {
    const calls = [...onlySession(storeAfterRecording("gemini-cancelperm")).toolCalls.values()];
    const [untitled] = calls.filter(({ title }) => title === undefined);
    expect(untitled).toMatchObject({ status: "failed", content: [{ type: "content" }] });
  });

  it("merges a second tool_call with the same id (claudezed-reject)", () => {
    expect([
      ...onlySession(storeAfterRecording("claudezed-reject", 12)).toolCalls.values(),
    ]).toMatchObject([{ title: "Edit", rawInput: {} }]);
    expect([
      ...onlySession(storeAfterRecording("claudezed-reject", 13)).toolCalls.values(),
    ]).toMatchObject([{ title: "Edit `/workspace/src/greet.js`", locations: [{}] }]);
  });

  it("updates the call when its id is reused with another kind and title (opencode-sameids)", () => {
    const kinds = [10, 19, 27].map((line) => {
      const call = onlySession(storeAfterRecording("opencode-sameids", line)).toolCalls.get(
        "call_same_1",
      );
      return `${call?.kind}: ${call?.title} ${call?.status}`;
    });
    expect(kinds).toEqual([
      "read: src/greet.js completed",
      "execute: touch s1.txt; echo s1 completed",
      "read: README.md completed",
    ]);
    const { timeline } = onlySession(storeAfterRecording("opencode-sameids"));
    expect(timeline.filter(({ type }) => type === "tool_call")).toHaveLength(1);
  });

  it("accepts updates before the response to session/new", () => {
    const store = storeAfterFrames(
      1,
      sent({ id: 1, method: "session/new", params: { cwd: "/w", mcpServers: [] } }),
      updated({ sessionUpdate: "available_commands_update", availableCommands: [] }),
      updated({ sessionUpdate: "agent_message_chunk", content: text("Ready.") }),
      recv({ id: 1, result: { sessionId: "s1" } }),
    );
    expect(session(store)).toMatchObject({ cwd: "/w" });
    expect(session(store).messages.size).toBe(1);
  });

  it("accepts updates and a permission request from a child session that was never opened", () => {
    const call = { sessionUpdate: "tool_call", toolCallId: "c1", title: "Run" };
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      updated(call, "child"),
      permissionRequest(0, "c1", "child"),
    );
    expect(selectToolCall(store.getState(), "child", "c1")?.title).toBe("Run");
    expect(selectPendingPermissions(store.getState())).toMatchObject([{ sessionId: "child" }]);
  });

  it("accepts a replay after the response to session/load (gemini-load)", () => {
    const session = onlySession(storeAfterRecording("gemini-load", 42));
    expect(session.activity).toBe("idle");
    expect([...session.toolCalls.values()].every(({ phase }) => phase !== "unfinished")).toBe(true);
    expect(session.toolCalls.size).toBe(12);
    expect(onlySession(storeAfterRecording("gemini-load")).toolCalls.size).toBe(13);
  });

  it("distinguishes client and agent requests that have the same id", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      permissionRequest(0, "c1"),
      permissionResponse(0),
    );
    expect(session(store)).toMatchObject({ activity: "running" });
    const ended = storeAfterFrames(
      1,
      prompted(0, "Go"),
      permissionRequest(0, "c1"),
      recv({ id: 1, result: {} }),
    );
    expect(selectPendingPermissions(ended.getState())).toHaveLength(1);
  });

  it("accepts UUID strings as request ids", () => {
    const id = "9b2d4c3e-0000-4000-8000-1f2e3d4c5b6a";
    const store = storeAfterFrames(
      1,
      permissionRequest(id, "c1"),
      permissionRequest(`${id}-2`, "c1"),
      permissionResponse(id),
    );
    expect(selectPendingPermissions(store.getState())).toMatchObject([{ requestId: `${id}-2` }]);
  });

  it("separates two interleaved sessions", () => {
    const chunk = (value: string) => ({
      sessionUpdate: "agent_message_chunk",
      content: text(value),
    });
    const store = storeAfterFrames(
      1,
      prompted(0, "A", "a"),
      prompted(1, "B", "b"),
      updated(chunk("1"), "a"),
      updated(chunk("2"), "b"),
      updated(chunk("3"), "a"),
      recv({ id: 1, result: { stopReason: "end_turn" } }),
    );
    const found = [...store.getState().sessions.values()].map(({ activity, messages }) => [
      activity,
      ...[...messages.values()].flatMap(({ content }) => content),
    ]);
    expect(found).toEqual([
      ["running", text("A"), text("13")],
      ["idle", text("B"), text("2")],
    ]);
  });

  it("accepts any string as an id", () => {
    const store = trackedStore();
    for (const toolCallId of ["__proto__", "constructor", "10", "toString"])
      store.update({ sessionUpdate: "tool_call_update", toolCallId, title: toolCallId });
    expect([...session(store).toolCalls.values()].map(({ title }) => title)).toEqual([
      "__proto__",
      "constructor",
      "10",
      "toString",
    ]);
  });
});
