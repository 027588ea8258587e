import {
  type AcpUIMessage,
  getApprovalOptions,
  toUIMessages,
  uiMessagesRead,
} from "@acp-store/ai-sdk";
import {
  type AcpState,
  type AcpStore,
  type ContentBlock,
  createAcpStore,
  type Frame,
} from "@acp-store/core";
import { createReadSource } from "@acp-store/core/reads";
import { acpTraffic } from "@acp-store/testing/fast-check";
import { safeValidateUIMessages } from "ai";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { ALL_RECORDINGS, recordedFrames } from "../../core/tests/support/recordings.js";

const createStore = () => createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 1_000 });
const prompt = (text: string): readonly ContentBlock[] => [{ type: "text", text }];
const update = (store: AcpStore, fields: object, sessionId = "s1"): void =>
  void store.ingest({ sessionId, update: fields });
const chunk = (sessionUpdate: string, content: object) => ({ sessionUpdate, content });
const say = (text: string) => chunk("agent_message_chunk", { type: "text", text });
const call = (fields: object) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "c1",
  ...fields,
});
const messagesOf = (store: AcpStore) => toUIMessages(store.getState(), "s1");
const OPTIONS = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];

function createRunningStore(): AcpStore {
  const store = createStore();
  store.startTurn("s1", prompt("Go"));
  return store;
}

function onlyPart(store: AcpStore): AcpUIMessage["parts"][number] {
  const [part, ...others] = messagesOf(store)[1]?.parts ?? [];
  if (part === undefined || others.length > 0) throw new Error("Expected exactly one part.");
  return part;
}

/** Requests permission for call `c1`, and returns the id of the request. */
function requestPermission(store: AcpStore): string {
  const toolCall = { toolCallId: "c1", title: "Edit a.txt" };
  void store.requestPermission({ sessionId: "s1", toolCall, options: OPTIONS });
  return store.getState().sessions.get("s1")?.pendingPermissions.at(-1) ?? "";
}

/** Expects that the AI SDK accepts all sessions of a state, even after they were sent as JSON. */
async function expectValid(state: AcpState): Promise<void> {
  for (const sessionId of state.sessions.keys()) {
    const converted = toUIMessages(state, sessionId);
    if (converted.length === 0) continue;
    for (const messages of [converted, JSON.parse(JSON.stringify(converted))]) {
      const result = await safeValidateUIMessages<AcpUIMessage>({ messages });
      expect(result).toMatchObject({ success: true });
      if (result.success) expect(result.data).toHaveLength(converted.length);
    }
    const ids = converted.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
}

/** Compares the incremental conversion with that of another store, which converts only once. */
function expectCurrent(state: AcpState, frames: readonly Frame[]): void {
  const other = createStore();
  for (const frame of frames) other.observe(frame);
  for (const sessionId of state.sessions.keys())
    expect(toUIMessages(state, sessionId)).toEqual(toUIMessages(other.getState(), sessionId));
}

describe("a message", () => {
  it("has text, reasoning, files and sources", async () => {
    const store = createStore();
    store.startTurn("s1", [
      { type: "text", text: "Look" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "resource", resource: { uri: "file:///p/ö.txt", text: "ö" } },
      { type: "resource_link", uri: "file:///p/a.txt", name: "a.txt" },
    ]);
    update(store, chunk("agent_thought_chunk", { type: "text", text: "Hm." }));
    update(
      store,
      chunk("agent_message_chunk", { type: "resource_link", uri: "https://a.b/", name: "A" }),
    );
    update(store, chunk("agent_message_chunk", { type: "poem", lines: ["a"] }));
    update(store, say("A picture."));
    expect(messagesOf(store)).toMatchObject([
      {
        role: "user",
        metadata: { sessionId: "s1", createdAt: 1_000 },
        parts: [
          { type: "text", text: "Look" },
          { type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA" },
          { type: "file", url: "data:text/plain;base64,w7Y=", filename: "ö.txt" },
          { type: "file", url: "file:///p/a.txt", filename: "a.txt" },
        ],
      },
      {
        role: "assistant",
        parts: [
          { type: "reasoning", text: "Hm.", state: "done" },
          { type: "source-url", url: "https://a.b/", title: "A" },
          { type: "data-content", data: { type: "poem", lines: ["a"] } },
          { type: "text", text: "A picture.", state: "streaming" },
        ],
      },
    ]);
    await expectValid(store.getState());
  });

  it("has the result of its turn as metadata", () => {
    const store = createRunningStore();
    update(store, say("Done."));
    expect(messagesOf(store)[1]?.metadata).not.toHaveProperty("stopReason");
    const turnId = [...(store.getState().sessions.get("s1")?.turns.keys() ?? [])][0];
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(messagesOf(store)[1]).toMatchObject({
      metadata: { turnId, stopReason: "end_turn" },
      parts: [{ type: "text", state: "done" }],
    });
  });

  it("has the error of a turn that failed before the agent answered", async () => {
    const store = createRunningStore();
    store.endTurn("s1", { error: { message: "No credits" } });
    expect(messagesOf(store)[1]).toMatchObject({
      parts: [],
      metadata: { error: { message: "No credits" } },
    });
    await expectValid(store.getState());
  });

  it("has a part even if the agent reports a prompt without content", async () => {
    const store = createAcpStore({ scheduler: "sync", protocolVersion: 2 });
    update(store, { sessionUpdate: "user_message", messageId: "m", content: [] });
    expect(messagesOf(store)[0]?.parts).toEqual([{ type: "text", text: "" }]);
    await expectValid(store.getState());
  });

  it("has data parts for plans and subagents", async () => {
    const store = createRunningStore();
    const entries = [{ content: "Look", priority: "high", status: "pending" }];
    update(store, { sessionUpdate: "plan", entries });
    update(store, { sessionUpdate: "subagent_update", sessionId: "child", title: "Explore" });
    update(store, say("Found it."), "child");
    expect(messagesOf(store)[1]?.parts).toMatchObject([
      { type: "data-plan", id: "main", data: { entries } },
      {
        type: "data-subagent",
        data: { subagent: { title: "Explore" }, messages: [{ parts: [{ text: "Found it." }] }] },
      },
    ]);
    await expectValid(store.getState());
  });

  it("has typed parts", () => {
    for (const part of messagesOf(createRunningStore())[0]?.parts ?? []) {
      if (part.type === "data-plan") expectTypeOf(part.data.planId).toEqualTypeOf<string>();
      if ("toolCallId" in part && part.state === "output-available" && part.type !== "dynamic-tool")
        expectTypeOf(part.output.terminals[0]?.output).toEqualTypeOf<string | undefined>();
      expect(part.type).toBe("text");
    }
  });
});

describe("a tool part", () => {
  const rawInput = { path: "a.txt" };
  const content = [{ type: "content", content: { type: "text", text: "ok" } }];

  it.each([
    ["before its input is known", {}, { state: "input-streaming" }],
    ["while it runs", { rawInput }, { state: "input-available", input: rawInput }],
    [
      "while it has some output",
      { rawInput, content, status: "in_progress" },
      { state: "output-available", preliminary: true, output: { content } },
    ],
    [
      "when it is completed",
      { rawInput, content, rawOutput: 7, status: "completed" },
      { state: "output-available", output: { content, rawOutput: 7 } },
    ],
    ["when it failed", { content, status: "failed" }, { state: "output-error", errorText: "ok" }],
    [
      "when it failed with an output",
      { rawOutput: { error: "No" }, status: "failed" },
      { state: "output-error", errorText: '{"error":"No"}' },
    ],
    [
      "when it was cancelled",
      { status: "cancelled" },
      { state: "output-error", errorText: "The tool call was cancelled." },
    ],
  ])("has its state %s", async (_when, fields, expected) => {
    const store = createRunningStore();
    update(store, call({ kind: "edit", title: "Edit", ...fields }));
    const common = { type: "tool-edit", toolCallId: "c1", title: "Edit" };
    expect(onlyPart(store)).toMatchObject({ ...common, ...expected });
    await expectValid(store.getState());
  });

  it("is an error if the turn ended without a result", () => {
    const store = createRunningStore();
    update(store, call({ kind: "edit" }));
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(onlyPart(store)).toMatchObject({
      state: "output-error",
      errorText: "The turn ended before the tool call was completed.",
    });
  });

  it("has the output of terminals", () => {
    const store = createRunningStore();
    update(store, {
      ...call({ kind: "execute", content: [{ type: "terminal", terminalId: "t1" }] }),
      _meta: { terminal_output: { terminal_id: "t1", data: "5 passed" } },
    });
    expect(onlyPart(store)).toMatchObject({ output: { terminals: [{ output: "5 passed" }] } });
  });

  it("asks for approval with the offered options, and has the answer", async () => {
    const store = createRunningStore();
    update(store, call({ kind: "edit" }));
    const id = requestPermission(store);
    const approval = { id, requestReason: "Edit a.txt", descriptor: { options: OPTIONS } };
    expect(onlyPart(store)).toMatchObject({ state: "approval-requested", approval });
    expect(getApprovalOptions(onlyPart(store))).toEqual(OPTIONS);
    await expectValid(store.getState());
    store.respondToPermission(id, "yes");
    const granted = { ...approval, approved: true, descriptor: { optionId: "yes" } };
    expect(onlyPart(store)).toMatchObject({ state: "approval-responded", approval: granted });
    await expectValid(store.getState());
    update(store, call({ status: "completed" }));
    expect(onlyPart(store)).toMatchObject({ state: "output-available", approval: granted });
    await expectValid(store.getState());
  });

  it("is denied after a rejection", async () => {
    const store = createRunningStore();
    update(store, call({ kind: "edit" }));
    store.respondToPermission(requestPermission(store), "no");
    const denied = { state: "output-denied", approval: { approved: false } };
    expect(onlyPart(store)).toMatchObject(denied);
    update(store, call({ status: "failed" }));
    expect(onlyPart(store)).toMatchObject(denied);
    await expectValid(store.getState());
  });

  it("has no approval after a request that was cancelled", async () => {
    const store = createRunningStore();
    update(store, call({ kind: "edit" }));
    requestPermission(store);
    store.cancelTurn("s1");
    expect(onlyPart(store)).toMatchObject({ state: "output-error" });
    expect(onlyPart(store)).not.toHaveProperty("approval");
    expect(getApprovalOptions(onlyPart(store))).toEqual([]);
    await expectValid(store.getState());
  });

  it("shows a permission request that names no tool call", async () => {
    const store = createAcpStore({ scheduler: "sync", protocolVersion: 2 });
    store.startTurn("s1", prompt("Go"));
    const subject = { type: "command", command: "rm -r dist", cwd: "/p" };
    const answer = store.requestPermission({
      sessionId: "s1",
      title: "Delete?",
      subject,
      options: OPTIONS,
    });
    expect(onlyPart(store)).toMatchObject({
      type: "tool-permission",
      state: "approval-requested",
      title: "Delete?",
      input: subject,
    });
    await expectValid(store.getState());
    const [id = ""] = store.getState().sessions.get("s1")?.pendingPermissions ?? [];
    store.respondToPermission(id, "yes");
    await answer;
    expect(onlyPart(store)).toMatchObject({
      state: "approval-responded",
      approval: { approved: true },
    });
    await expectValid(store.getState());
  });
});

describe("the conversion", () => {
  it("keeps 1,000 messages while the last one streams", () => {
    const store = createStore();
    for (let turn = 0; turn < 500; turn++) {
      store.startTurn("s1", prompt(`Prompt ${turn}`));
      update(store, { ...say(`Answer ${turn}`), messageId: `m${turn}` });
      if (turn < 499) store.endTurn("s1", { stopReason: "end_turn" });
    }
    const before = messagesOf(store);
    expect(before).toHaveLength(1000);
    update(store, { ...say("!"), messageId: "m499" });
    const after = messagesOf(store);
    expect(after.flatMap((message, at) => (message === before[at] ? [] : at))).toEqual([999]);
    expect(after[999]?.parts).toEqual([{ type: "text", text: "Answer 499!", state: "streaming" }]);
  });

  it("calls the listeners of its read only when a message changes", () => {
    const store = createRunningStore();
    const source = createReadSource(store, uiMessagesRead("s1"));
    let calls = 0;
    source.subscribe(() => calls++);
    update(store, { sessionUpdate: "usage_update", used: 1, size: 10 });
    expect(calls).toBe(0);
    update(store, say("Hello"));
    expect(calls).toBe(1);
    expect(source.get()).toBe(messagesOf(store));
    expect(source.getInitial()).toEqual([]);
  });

  it("returns an empty list for an unknown session", () => {
    expect(toUIMessages(createStore().getState(), "nobody")).toEqual([]);
  });

  it.each(ALL_RECORDINGS)("is valid and current during and after %s", async (name) => {
    const frames = recordedFrames(name);
    const store = createStore();
    const step = Math.ceil(frames.length / 6);
    for (const [index, frame] of frames.entries()) {
      store.observe(frame);
      for (const sessionId of store.getState().sessions.keys())
        toUIMessages(store.getState(), sessionId);
      if ((index + 1) % step === 0) await expectValid(store.getState());
    }
    await expectValid(store.getState());
    expectCurrent(store.getState(), frames);
    expect(store.getState().sessions.size).toBeGreaterThan(0);
  });

  it("is valid and current in random traffic of both versions", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(acpTraffic(1), acpTraffic(2)),
        fc.nat({ max: 100 }),
        async (frames, percent) => {
          const store = createStore();
          const shown = frames.slice(0, Math.ceil((frames.length * percent) / 100));
          for (const frame of shown) {
            store.observe(frame);
            for (const sessionId of store.getState().sessions.keys())
              toUIMessages(store.getState(), sessionId);
          }
          await expectValid(store.getState());
          expectCurrent(store.getState(), shown);
          expect(store.getState().sessions.size).toBeLessThan(2);
        },
      ),
      { numRuns: 80 },
    );
  });
});
