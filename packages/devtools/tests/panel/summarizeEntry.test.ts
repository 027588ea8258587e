import { describe, expect, it } from "vitest";
import { createHistory } from "../../src/index.js";
import { explainMissingEvent, summarizeEntry } from "../../src/panel/explain/summarizeEntry.js";
import { createTraceSource } from "../../src/panel/model/source.js";
import { createTrackRecorder } from "../../src/panel/model/tracks.js";
import { callUpdate, recv, said, sent, steadyStore, toolCall, updated } from "../support/frames.js";
import { recordingText } from "../../../core/tests/support/recordings.js";

/** The rows of a log: the frame, the name of the message, the event and the summary. */
function rowsOf(name: string): string[] {
  const { history, digest } = createTraceSource(name, recordingText(name));
  const { tracks } = digest.read();
  return history
    .entries()
    .map((entry) =>
      [
        digest.frameOf(entry.index),
        digest.nameOf(entry),
        entry.event?.type ?? "–",
        summarizeEntry(entry, tracks),
      ].join(" | "),
    );
}

/** Returns a store with the summaries of its log so far. */
function observedStore() {
  const store = steadyStore();
  const history = createHistory(store);
  const recorder = createTrackRecorder();
  return {
    store,
    summaries: () =>
      history
        .entries()
        .filter(({ event }) => event !== undefined)
        .map((entry) => `${entry.event?.type} | ${summarizeEntry(entry, recorder.tracks())}`),
  };
}

describe("summarizeEntry", () => {
  it("shows the texts of prompts and messages", () => {
    expect(rowsOf("gemini-parallel").slice(5, 12)).toMatchInlineSnapshot(`
      [
        "6 | session/new response | session_opened | ",
        "7 | available_commands_update | commands | ",
        "8 | session/prompt | turn_started | “Do three things in parallel.”",
        "9 | agent_thought_chunk | message_chunk | thought “**Working on it** Three things in parallel.”",
        "10 | agent_message_chunk | message_chunk | agent “Doing three things in parallel.”",
        "11 | session/request_permission | permission_requested | “src/greet.js: '1.0.0' => '3.0.0'” · options: Allow for this session / Allow / Reject",
        "12 | session/request_permission response | permission_settled | Allowed: Allow · “src/greet.js: '1.0.0' => '3.0.0'”",
      ]
    `);
  });

  it("shows the subject, the options and the answer of a permission request", () => {
    const rows = rowsOf("gemini-reject");
    expect(rows.filter((row) => row.includes("permission_"))).toMatchInlineSnapshot(`
      [
        "11 | session/request_permission | permission_requested | “src/greet.js: '1.0.0' => '2.0.0'” · options: Allow for this session / Allow / Reject",
        "12 | session/request_permission response | permission_settled | Rejected: Reject · “src/greet.js: '1.0.0' => '2.0.0'”",
        "15 | session/request_permission | permission_requested | “touch generated.txt && echo made” · options: Allow for this session / Allow / Reject",
        "16 | session/request_permission response | permission_settled | Allowed: Allow · “touch generated.txt && echo made”",
        "19 | session/request_permission | permission_requested | “src/greet.js: '1.0.0' => '1.0.1'” · options: Allow for this session / Allow / Reject",
        "20 | session/request_permission response | permission_settled | Rejected: Reject · “src/greet.js: '1.0.0' => '1.0.1'”",
        "27 | session/request_permission | permission_requested | “touch again.txt && echo again” · options: Allow for this session / Allow / Reject",
        "28 | session/request_permission response | permission_settled | Allowed: Allow · “touch again.txt && echo again”",
      ]
    `);
  });

  it("shows notices, usage, and what a session was opened with", () => {
    const prompt = [{ type: "text", text: "Also\nthis" }];
    const continuedFrom = { agentId: "claude", sessionId: "old" };
    const { store, summaries } = observedStore();
    store.openSession({ sessionId: "s2", cwd: "/w", continuedFrom });
    const mcpServers = ["files", "web"].map((name) => ({ name, command: "/x", args: [], env: [] }));
    store.observe(sent({ id: 1, method: "session/new", params: { cwd: "/w", mcpServers } }));
    store.observe(recv({ id: 1, result: { sessionId: "s3" } }));
    store.observe(updated({ sessionUpdate: "notice", severity: "warning", title: "Slow\nnow" }));
    const cost = { amount: 0.42, currency: "USD" };
    store.observe(updated({ sessionUpdate: "usage_update", used: 1000, size: 200_000, cost }));
    store.observe(sent({ id: 2, method: "session/prompt", params: { sessionId: "s1", prompt } }));
    store.observe(
      sent({ id: 3, method: "_session/steering", params: { sessionId: "s1", prompt } }),
    );
    store.observe(recv({ id: 3, result: { outcome: "injected" } }));
    store.expectPrompt("s1", [{ type: "text", text: "Also\nthis" }], { retryOf: "turn-1" });
    store.observe(sent({ id: 4, method: "session/prompt", params: { sessionId: "s1", prompt } }));
    expect(summaries()).toEqual([
      "session_opened | continues old of claude",
      "session_opened | MCP servers: files, web",
      "notice | warning “Slow now”",
      "usage | 1,000 of 200,000 tokens · 0.42 USD",
      "turn_started | “Also this”",
      "prompt_steered | “Also this”",
      "steering_settled | injected",
      "turn_started | “Also this” again",
    ]);
  });

  it("uses the title that a tool call had at the entry", () => {
    expect(rowsOf("opencode-subagent").slice(-3)).toMatchInlineSnapshot(`
      [
        "9 | tool_call | tool_call | “task” pending",
        "10 | tool_call_update | tool_call | “Explore sources” in_progress",
        "11 | tool_call_update | – | “Explore sources” changed nothing",
      ]
    `);
  });
});

describe("explainMissingEvent", () => {
  it.each([
    [
      "an update without new values",
      callUpdate("call_1", {}),
      /^This tool_call_update changed nothing/,
    ],
    ["a response", recv({ id: 9, result: {} }), /^A response to a request/],
    ["an error", recv({ id: 9, error: { code: 1, message: "no" } }), /^An error response/],
    ["an extension", recv({ method: "_vendor/hello" }), /^_vendor\/hello is an extension method/],
    ["a notification", recv({ method: "session/other" }), /^A notification from the agent/],
    [
      "a request",
      sent({ id: 1, method: "session/list", params: {} }),
      /^A request from the client/,
    ],
    ["an invalid message", updated({ sessionUpdate: "tool_call" }), /^The store could not parse/],
  ])("explains %s", (_name, frame, text) => {
    const store = steadyStore();
    const history = createHistory(store);
    for (const one of [said("a"), toolCall("call_1"), frame]) store.observe(one);
    const entry = history.entries().at(-1);
    expect(entry?.event).toBeUndefined();
    expect(entry && explainMissingEvent(entry)).toMatch(text);
  });
});
