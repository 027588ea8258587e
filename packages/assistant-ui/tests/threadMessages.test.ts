import {
  type AcpState,
  type AcpStore,
  createAcpStore,
  type ContentBlock,
  type Frame,
} from "@acp-store/core";
import { isAcpToolArtifact, toThreadMessages } from "@acp-store/assistant-ui";
import { acpTraffic } from "@acp-store/testing/fast-check";
import type { ThreadMessage, ToolCallMessagePart } from "@assistant-ui/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_RECORDINGS, recordedFrames } from "../../core/tests/support/recordings.js";

const createStore = () => createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 1_000 });
const prompt = (text: string): readonly ContentBlock[] => [{ type: "text", text }];
const update = (store: AcpStore, fields: object, sessionId = "s1"): void =>
  void store.ingest({ sessionId, update: fields });
const say = (text: string, fields: object = {}) => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
  ...fields,
});
const call = (fields: object) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "c1",
  ...fields,
});
const messagesOf = (store: AcpStore) => toThreadMessages(store.getState(), "s1");
const OPTIONS = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "always", name: "Always allow", kind: "allow_always" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];

/** Creates a store with a turn that runs in session `s1`. */
function createRunningStore(): AcpStore {
  const store = createStore();
  store.startTurn("s1", prompt("Go"));
  return store;
}

function toolPartsOf(messages: readonly ThreadMessage[]): readonly ToolCallMessagePart[] {
  return messages.flatMap((message) =>
    message.role === "assistant"
      ? message.content.flatMap((part) => (part.type === "tool-call" ? part : []))
      : [],
  );
}

function onlyToolPart(store: AcpStore): ToolCallMessagePart {
  const [part, ...others] = toolPartsOf(messagesOf(store));
  if (part === undefined || others.length > 0) throw new Error("Expected exactly one tool call.");
  return part;
}

/** Requests permission for call `c1`, and returns the id of the request. */
function requestPermission(store: AcpStore, sessionId = "s1", toolCallId = "c1"): string {
  const toolCall = { toolCallId, title: "Edit a.txt" };
  void store.requestPermission({ sessionId, toolCall, options: OPTIONS });
  return store.getState().sessions.get(sessionId)?.pendingPermissions.at(-1) ?? "";
}

/** Checks what assistant-ui requires of the messages of a thread. */
function expectValidThread(messages: readonly ThreadMessage[]): void {
  const ids = messages.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const message of messages) {
    expect(Number.isNaN(message.createdAt.getTime())).toBe(false);
    expect(message.status === undefined).toBe(message.role !== "assistant");
    for (const part of toolPartsOf([message])) {
      expect(JSON.parse(part.argsText)).toEqual(part.args);
      expect(isAcpToolArtifact(part.artifact)).toBe(true);
      if (part.messages !== undefined) expectValidThread(part.messages);
    }
  }
}

describe("a thread", () => {
  it("has the text, thoughts, files and images of a conversation", () => {
    const store = createStore();
    store.startTurn("s1", [
      { type: "text", text: "Look at this" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "resource", resource: { uri: "file:///p/ö.txt", text: "ö" } },
      { type: "resource_link", uri: "file:///p/a.txt", name: "a.txt" },
    ]);
    update(store, {
      sessionUpdate: "agent_thought_chunk",
      content: { type: "text", text: "Let me see." },
    });
    update(store, say("A picture."));
    update(store, {
      sessionUpdate: "agent_message_chunk",
      content: { type: "resource_link", uri: "https://example.com/", name: "Example" },
    });
    update(store, {
      sessionUpdate: "agent_message_chunk",
      content: { type: "audio", data: "BBBB", mimeType: "audio/wav" },
    });
    const [user, assistant] = messagesOf(store);
    expect(user).toMatchObject({
      role: "user",
      createdAt: new Date(1_000),
      content: [
        { type: "text", text: "Look at this" },
        { type: "image", image: "data:image/png;base64,AAAA" },
        { type: "file", data: "w7Y=", mimeType: "text/plain", filename: "ö.txt" },
        { type: "file", sourceType: "url", data: "file:///p/a.txt", filename: "a.txt" },
      ],
    });
    expect(assistant).toMatchObject({
      role: "assistant",
      status: { type: "running" },
      content: [
        { type: "reasoning", text: "Let me see." },
        { type: "text", text: "A picture." },
        { type: "source", sourceType: "url", url: "https://example.com/", title: "Example" },
        { type: "file", data: "BBBB", mimeType: "audio/wav" },
      ],
    });
  });

  it("shows data as an image only if it has the type of one", () => {
    const store = createRunningStore();
    update(store, {
      sessionUpdate: "agent_message_chunk",
      content: { type: "image", data: "AAAA", mimeType: "text/html" },
    });
    expect(messagesOf(store)[1]?.content).toEqual([
      { type: "file", data: "AAAA", mimeType: "text/html" },
    ]);
  });

  it("has plans, and content of unknown types, as data parts", () => {
    const store = createRunningStore();
    update(store, {
      sessionUpdate: "plan",
      entries: [{ content: "Look", priority: "high", status: "pending" }],
    });
    update(store, {
      sessionUpdate: "agent_message_chunk",
      content: { type: "poem", lines: ["a"] },
    });
    expect(messagesOf(store)[1]?.content).toMatchObject([
      { type: "data", name: "plan", data: { planId: "main", entries: [{ content: "Look" }] } },
      { type: "data", name: "content", data: { type: "poem", lines: ["a"] } },
    ]);
  });

  it.each([
    ["end_turn", { type: "complete", reason: "stop" }],
    ["cancelled", { type: "incomplete", reason: "cancelled" }],
    ["max_tokens", { type: "incomplete", reason: "length" }],
    ["refusal", { type: "incomplete", reason: "content-filter" }],
  ])("has the status of a turn that ended with %s", (stopReason, status) => {
    const store = createRunningStore();
    update(store, say("Well."));
    store.endTurn("s1", { stopReason });
    expect(messagesOf(store)[1]?.status).toEqual(status);
  });

  it("shows the error of a turn that failed before the agent answered", () => {
    const store = createRunningStore();
    store.endTurn("s1", { error: { message: "No credits" } });
    expect(messagesOf(store)[1]).toMatchObject({
      content: [],
      status: { type: "incomplete", reason: "error", error: "No credits" },
    });
  });

  it("is empty for an unknown session", () => {
    expect(toThreadMessages(createStore().getState(), "nobody")).toEqual([]);
  });
});

describe("the part of a tool call", () => {
  it("has the input, the result, the times and the entity with diffs and terminals", () => {
    const store = createRunningStore();
    const rawInput = { command: "npm test" };
    update(store, call({ kind: "execute", title: "npm test", status: "in_progress", rawInput }));
    expect(onlyToolPart(store)).not.toHaveProperty("result");
    update(store, {
      ...call({ content: [{ type: "terminal", terminalId: "t1" }] }),
      _meta: { terminal_output: { terminal_id: "t1", data: "5 passed" } },
    });
    update(store, call({ status: "completed" }));
    const part = onlyToolPart(store);
    expect(part).toMatchObject({
      toolName: "execute",
      args: rawInput,
      argsText: '{"command":"npm test"}',
      result: "5 passed",
      timing: { startedAt: 1_000, completedAt: 1_000 },
    });
    expect(part).not.toHaveProperty("isError");
    expect(part.artifact).toMatchObject({
      type: "tool_call",
      toolCall: { title: "npm test", status: "completed" },
      terminals: [{ terminalId: "t1", output: "5 passed" }],
    });
    expect(messagesOf(store)[1]?.content).toHaveLength(1);
  });

  it.each(["failed", "cancelled"])("has an error for a call that is %s", (status) => {
    const store = createRunningStore();
    update(store, call({ status, rawOutput: { error: "No such file" } }));
    expect(onlyToolPart(store)).toMatchObject({ isError: true, result: { error: "No such file" } });
  });

  it("passes input that is not an object as the argument `input`", () => {
    const store = createRunningStore();
    update(store, call({ rawInput: "ls" }));
    expect(onlyToolPart(store).args).toEqual({ input: "ls" });
  });

  it("has the pending permission request with all options, and later the answer", () => {
    const store = createRunningStore();
    update(store, call({ title: "Edit", kind: "edit" }));
    const id = requestPermission(store);
    expect(messagesOf(store)[1]?.status).toEqual({ type: "requires-action", reason: "interrupt" });
    expect(onlyToolPart(store).approval).toEqual({
      id,
      prompt: "Edit a.txt",
      options: [
        { id: "yes", label: "Allow", kind: "allow-once" },
        { id: "always", label: "Always allow", kind: "allow-always" },
        { id: "no", label: "Reject", kind: "reject-once" },
      ],
    });
    store.respondToPermission(id, "no");
    expect(onlyToolPart(store).approval).toMatchObject({ id, approved: false, optionId: "no" });
    expect(messagesOf(store)[1]?.status).toEqual({ type: "running" });
  });

  it("marks a request that was withdrawn or cancelled", () => {
    const store = createRunningStore();
    update(store, call({ kind: "edit" }));
    requestPermission(store);
    store.cancelTurn("s1");
    expect(onlyToolPart(store)).toMatchObject({
      approval: { resolution: "cancelled" },
      isError: true,
    });
  });

  it("marks an answer of a policy", async () => {
    const store = createAcpStore({ scheduler: "sync", permissionPolicy: () => "yes" });
    store.startTurn("s1", prompt("Go"));
    const toolCall = { toolCallId: "c1" };
    await store.requestPermission({ sessionId: "s1", toolCall, options: OPTIONS });
    expect(onlyToolPart(store).approval).toMatchObject({ approved: true, isAutomatic: true });
  });

  it("shows a permission request that names no tool call as a separate part", () => {
    const store = createAcpStore({ scheduler: "sync", protocolVersion: 2 });
    store.startTurn("s1", prompt("Go"));
    const subject = { type: "command", command: "rm -r dist", cwd: "/p" };
    void store.requestPermission({ sessionId: "s1", title: "Delete?", subject, options: OPTIONS });
    expect(onlyToolPart(store)).toMatchObject({
      toolName: "permission",
      args: subject,
      approval: { prompt: "Delete?" },
    });
  });
});

describe("the part of a subagent", () => {
  const withSubagent = () => {
    const store = createRunningStore();
    update(store, { sessionUpdate: "subagent_update", sessionId: "child", title: "Explore" });
    update(store, call({ kind: "execute", title: "ls" }), "child");
    return store;
  };

  it("has the messages of the subagent", () => {
    const store = withSubagent();
    update(store, say("Found it."), "child");
    const part = onlyToolPart(store);
    expect(part).toMatchObject({ toolName: "subagent", args: { title: "Explore" } });
    expect(part.messages).toBe(part.messages);
    expect(part.messages?.[0]?.content).toMatchObject([
      { type: "tool-call", toolName: "execute" },
      { type: "text", text: "Found it." },
    ]);
  });

  it("has the permission request that a call inside it waits for", () => {
    const store = withSubagent();
    const id = requestPermission(store, "child");
    expect(onlyToolPart(store).approval).toMatchObject({ id, prompt: "Edit a.txt" });
    const nested = () => toolPartsOf(onlyToolPart(store).messages ?? [])[0];
    expect(nested()).not.toHaveProperty("approval");
    store.respondToPermission(id, "yes");
    expect(onlyToolPart(store)).not.toHaveProperty("approval");
    expect(nested()?.approval).toMatchObject({ id, approved: true });
  });

  it("has a result when the subagent is done", () => {
    const store = withSubagent();
    expect(onlyToolPart(store)).not.toHaveProperty("result");
    const state = { state: "idle", stopReason: "end_turn" };
    update(store, { sessionUpdate: "subagent_update", sessionId: "child", state });
    expect(onlyToolPart(store).result).toBe("end_turn");
  });
});

describe("the conversion", () => {
  it("keeps 1,000 messages while the last one streams", () => {
    const store = createStore();
    for (let turn = 0; turn < 500; turn++) {
      store.startTurn("s1", prompt(`Prompt ${turn}`));
      update(store, call({ toolCallId: `c${turn}`, kind: "read", status: "completed" }));
      update(store, say(`Answer ${turn}`, { messageId: `m${turn}` }));
      if (turn < 499) store.endTurn("s1", { stopReason: "end_turn" });
    }
    const before = messagesOf(store);
    expect(before).toHaveLength(1000);
    update(store, say("!", { messageId: "m499" }));
    const after = messagesOf(store);
    expect(after.flatMap((message, at) => (message === before[at] ? [] : at))).toEqual([999]);
    expect(after[999]?.content[0]).toBe(before[999]?.content[0]);
    expect(after[999]?.content[1]).toEqual({ type: "text", text: "Answer 499!" });
    update(store, call({ toolCallId: "c7", rawOutput: "late" }));
    expect(messagesOf(store).flatMap((message, at) => (message === after[at] ? [] : at))).toEqual([
      15,
    ]);
  });

  it.each(ALL_RECORDINGS)("equals a conversion from scratch during and after %s", (name) => {
    const frames = recordedFrames(name);
    const store = createStore();
    const step = Math.ceil(frames.length / 6);
    for (const [index, frame] of frames.entries()) {
      store.observe(frame);
      for (const sessionId of store.getState().sessions.keys())
        toThreadMessages(store.getState(), sessionId);
      if ((index + 1) % step === 0) expectCurrent(store.getState(), frames.slice(0, index + 1));
    }
    expectCurrent(store.getState(), frames);
    expect(store.getState().sessions.size).toBeGreaterThan(0);
  });

  it("equals a conversion from scratch in random traffic of both versions", () => {
    fc.assert(
      fc.property(fc.oneof(acpTraffic(1), acpTraffic(2)), (frames) => {
        const store = createStore();
        for (const frame of frames) {
          store.observe(frame);
          for (const sessionId of store.getState().sessions.keys())
            toThreadMessages(store.getState(), sessionId);
        }
        expect(store.getState().sessions.size).toBe(1);
        expectCurrent(store.getState(), frames);
      }),
      { numRuns: 60 },
    );
  });
});

/** Compares the incremental conversion with that of another store, which converts only once. */
function expectCurrent(state: AcpState, frames: readonly Frame[]): void {
  const other = createStore();
  for (const frame of frames) other.observe(frame);
  expect(state.sessions.size).toBe(other.getState().sessions.size);
  for (const sessionId of state.sessions.keys()) {
    const messages = toThreadMessages(state, sessionId);
    expectValidThread(messages);
    expect(messages).toEqual(toThreadMessages(other.getState(), sessionId));
    expect(toThreadMessages(state, sessionId)).toBe(messages);
  }
}
