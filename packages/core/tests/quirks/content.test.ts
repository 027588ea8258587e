import {
  createAcpStore,
  selectMessages,
  selectPlan,
  selectTerminal,
  selectToolCall,
} from "@acp-store/core";
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
import { session, text, trackedStore, type TrackedStore, asSent } from "../support/trackedStore.js";

const RUN_CALL = "call_xXkxYY6ZycUdDtagiDerRf36";
const chunk = (value: string, extra: object = {}, kind = "agent_message_chunk") =>
  updated({ sessionUpdate: kind, content: text(value), ...extra });
const thought = (value: string, extra?: object) => chunk(value, extra, "agent_thought_chunk");
const output = (value: string) => [{ type: "content", content: text(value) }];
const messageTexts = (store: TrackedStore) =>
  selectMessages(store.getState(), "s1").map(
    ({ role, content }) =>
      `${role}: ${content.map((block) => block.type === "text" && block.text).join("|")}`,
  );
const call = (store: TrackedStore) => selectToolCall(store.getState(), "s1", "c1");

describe("tool call content", () => {
  it("replaces content that is resent cumulatively (opencode-basic)", () => {
    const texts = [52, 53].map((line) =>
      JSON.stringify(
        onlySession(storeAfterRecording("opencode-basic", line)).toolCalls.get(RUN_CALL)?.content,
      ),
    );
    expect(texts[0]).toContain("Hello, ACP!");
    expect(texts[1]).toContain("Hello, ACP!");
    expect(texts[1]?.match(/Hello, ACP!/g)).toHaveLength(1);
  });

  it("clears content that is replaced by []", () => {
    const store = storeAfterFrames(
      1,
      updated(toolCallUpdate({ content: output("long") })),
      updated(toolCallUpdate({ content: [], status: "completed" })),
    );
    expect(call(store)?.content).toEqual([]);
  });

  it("shows a terminal that the client never created", () => {
    const store = storeAfterFrames(
      1,
      updated(toolCallUpdate({ content: [{ type: "terminal", terminalId: "t" }] })),
    );
    expect(call(store)?.content).toEqual([{ type: "terminal", terminalId: "t" }]);
    expect(selectTerminal(store.getState(), "s1", "t")).toBeUndefined();
  });

  it("appends terminal output that arrives only in _meta, in thousands of updates", () => {
    const store = createAcpStore({ scheduler: "sync" });
    const sizes: number[] = [];
    store.inspect((record) => {
      if (record.type === "commit") sizes.push(JSON.stringify(record.patches).length);
    });
    const update = (fields: object) =>
      store.ingest({ sessionId: "s1", update: toolCallUpdate(fields) });
    update({ title: "Run", status: "in_progress" });
    const delta = { terminal_output_delta: { terminal_id: "t", data: "x\n" } };
    for (let count = 0; count < 3000; count++) update({ _meta: delta });
    expect(selectTerminal(store.getState(), "s1", "t")?.output).toBe("x\n".repeat(3000));
    expect(selectToolCall(store.getState(), "s1", "c1")).toMatchObject({ title: "Run" });
    expect(Math.max(...sizes)).toBeLessThan(800);
  });

  it("accepts 820 kB in one update", () => {
    const store = trackedStore();
    store.update(toolCallUpdate({ rawOutput: "x".repeat(820_000) }));
    expect(call(store)?.rawOutput).toHaveLength(820_000);
  });
});

describe("plans", () => {
  const entries = [{ content: "a", priority: "medium", status: "pending" }];
  const plan = (list: object[]) => updated({ sessionUpdate: "plan", entries: list });

  it("accepts an empty plan", () => {
    const store = storeAfterFrames(1, plan(entries), plan([]));
    expect(asSent(selectPlan(store.getState(), "s1"))).toEqual({
      planId: "main",
      type: "items",
      entries: [],
    });
  });

  it("commits nothing for an unchanged plan", () => {
    const store = storeAfterFrames(1, plan(entries));
    const before = store.getState();
    for (let count = 0; count < 34; count++) store.observe(plan(structuredClone(entries)));
    expect(store.getState()).toBe(before);
  });

  it("has no plan if the agent sends none (opencode-basic)", () => {
    expect(onlySession(storeAfterRecording("opencode-basic")).plans.size).toBe(0);
    expect(onlySession(storeAfterRecording("opencode-basic"))).toHaveProperty("recentPlans", []);
  });
});

describe("message chunks", () => {
  it("ignores empty chunks (claudezed-basic-fullcaps)", () => {
    const frames = recordedFrames("claudezed-basic-fullcaps");
    expect(frames.filter(({ msg }) => JSON.stringify(msg).includes('"text":""'))).not.toEqual([]);
    const { messages } = onlySession(storeAfterRecording("claudezed-basic-fullcaps"));
    for (const { content } of messages.values()) expect(content).not.toContainEqual(text(""));
  });

  it.each([
    ["all", { messageId: "m" }, { messageId: "m" }],
    ["none", {}, {}],
    ["some", { messageId: "m" }, {}],
  ])("joins chunks when %s of them have a messageId", (_name, first, second) => {
    expect(messageTexts(storeAfterFrames(1, chunk("a", first), chunk("b", second)))).toEqual([
      "agent: ab",
    ]);
  });

  it("separates a thought from the message with the same messageId (opencode-basic)", () => {
    const store = storeAfterFrames(
      1,
      thought("Hm", { messageId: "m" }),
      chunk("Hi", { messageId: "m" }),
    );
    expect(messageTexts(store)).toEqual(["thought: Hm", "agent: Hi"]);
    const { messages } = onlySession(storeAfterRecording("opencode-basic"));
    expect([...messages].every(([key, { role }]) => key.startsWith(`${role}:`))).toBe(true);
  });

  it("accepts status lines before any prompt", () => {
    const store = storeAfterFrames(1, chunk("Starting…"), prompted(0, "Go"), chunk("Hello"));
    expect(messageTexts(store)).toEqual(["agent: Starting…", "user: Go", "agent: Hello"]);
    const [status] = selectMessages(store.getState(), "s1");
    expect(status).not.toHaveProperty("turnId");
  });

  it("drops user messages of a replay that no user wrote, and ends messages there (gemini-load)", () => {
    const loaded = onlySession(storeAfterRecording("gemini-load", 41));
    const messages = [...loaded.messages.values()].map(({ role, content }) => ({ role, content }));
    expect(messages.filter(({ role }) => role === "user")).toEqual([
      { role: "user", content: [text("Please fix the typo in src/greet.js and run the program.")] },
      { role: "user", content: [text("Now add a CHANGELOG.md.")] },
    ]);
    expect(messages.filter(({ role }) => role === "agent")).toEqual(
      [
        "I'll fix the typo. First, a short plan and a look at the sources.",
        "Reading both files at once.",
        "Edited. Now running the program.",
        "Let me also check a file that may not exist.",
        "The typo is fixed: `greet()` now returns **Hello**. The missing file was not there, which is expected.",
        "Creating the changelog now.",
        "Added CHANGELOG.md with one entry. Anything else?",
      ].map((value) => ({ role: "agent", content: [text(value)] })),
    );
  });

  it("keeps a prompt that only looks like one of those (gemini-load)", () => {
    const store = storeAfterFrames(
      1,
      updated({ sessionUpdate: "user_message_chunk", content: text("[Function Response: run]") }),
    );
    expect(session(store).messages.size).toBe(1);
  });
});

describe("unusual field values", () => {
  it.each([
    ["a null rawInput", { rawInput: null }, { rawInput: { a: 1 } }],
    ["a string as rawOutput", { rawOutput: "done" }, { rawOutput: "done" }],
    ["an object as rawOutput", { rawOutput: { ok: true } }, { rawOutput: { ok: true } }],
    ["an array as rawOutput", { rawOutput: [1, "a"] }, { rawOutput: [1, "a"] }],
    ["no rawOutput", { title: "T" }, { rawOutput: "before" }],
  ])("applies an update with %s", (_name, fields, expected) => {
    const store = storeAfterFrames(
      1,
      updated(toolCallUpdate({ rawInput: { a: 1 }, rawOutput: "before" })),
    );
    store.update(toolCallUpdate(fields));
    expect(call(store)).toMatchObject(expected);
  });

  it.each([
    { type: "diff", path: "/a", oldText: null, newText: "b" },
    { type: "diff", path: "/a", oldText: "", newText: "b" },
    { type: "diff", path: "/a", newText: "b" },
    { type: "diff", path: "greet.js", oldText: "a", newText: "b" },
  ])("keeps the diff of a new or relative file: %o", (diff) => {
    const store = storeAfterFrames(1, updated(toolCallUpdate({ content: [diff] })));
    expect(call(store)?.content).toEqual([diff]);
    expect(Object.keys(call(store)?.content[0] ?? {})).toEqual(Object.keys(diff));
  });

  it("accepts a tool_call without kind", () => {
    const created = { sessionUpdate: "tool_call", toolCallId: "c1", title: "T" };
    expect(call(storeAfterFrames(1, updated(created)))?.kind).toBe("other");
  });

  it("accepts 560 kB of commands", () => {
    const command = { name: "c", description: "x".repeat(560) };
    const availableCommands = Array.from({ length: 1000 }, () => command);
    const update = { sessionUpdate: "available_commands_update", availableCommands };
    const store = storeAfterFrames(1, updated(update));
    const before = store.getState();
    store.update(structuredClone(update));
    expect(session(store).commands).toHaveLength(1000);
    expect(store.getState()).toBe(before);
  });

  it.each([
    recv({ method: "_auth/status_update", params: { authStatus: { kind: "api_key" } } }),
    recv({ id: 4, method: "fs/write_text_file", params: { sessionId: "s1", path: "/a" } }),
    recv({ id: 0, method: "_vendor/ask", params: {} }),
    sent({ id: 0, result: {} }),
    sent({ method: "$/logTrace", params: null }),
  ])("ignores messages outside of the state's scope: %o", (frame) => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    const before = store.getState();
    expect(store.observe(frame)).toEqual({ accepted: true, diagnostics: [] });
    expect(store.getState()).toBe(before);
  });
});
