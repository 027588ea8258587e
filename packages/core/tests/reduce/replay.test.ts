import { selectSessions } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { storeAfterFrames, prompted, sent, updated } from "../support/frames.js";
import {
  session,
  text,
  trackedStore,
  type TrackedStore,
  permissionId,
} from "../support/trackedStore.js";

const textChunk = (value: string, sessionUpdate = "agent_message_chunk") => ({
  sessionUpdate,
  content: text(value),
});
const call = (toolCallId: string, status: string) => ({
  sessionUpdate: "tool_call",
  toolCallId,
  title: "T",
  status,
});
const texts = (store: TrackedStore) =>
  [...session(store).messages.values()].map(
    ({ role, content }) =>
      `${role}: ${content.map((b) => (b.type === "text" ? b.text : "")).join("")}`,
  );

function storeWithTranscript(): TrackedStore {
  const store = trackedStore();
  store.startTurn("s1", [text("Fix it")]);
  store.update(textChunk("Done."));
  store.update(call("c1", "completed"));
  store.update({ sessionUpdate: "plan", entries: [] });
  store.endTurn("s1", { stopReason: "end_turn" });
  return store;
}

function sendTranscript(store: TrackedStore): void {
  store.update(textChunk("Fix it", "user_message_chunk"));
  store.update(textChunk("Done."));
  store.update(call("c1", "completed"));
}

/** One update of each kind that belongs to a transcript. */
const TRANSCRIPT_UPDATES: Record<string, unknown>[] = [
  textChunk("New"),
  { sessionUpdate: "agent_message", messageId: "m9", content: [text("New")] },
  call("c9", "completed"),
  {
    sessionUpdate: "tool_call_content_chunk",
    toolCallId: "c9",
    content: { type: "content", content: text("New") },
  },
  { sessionUpdate: "plan_update", plan: { type: "items", planId: "p9", entries: [] } },
  { sessionUpdate: "terminal_update", terminalId: "t9" },
  { sessionUpdate: "terminal_output_chunk", terminalId: "t9", data: "TmV3" },
  { sessionUpdate: "compaction_update", compactionId: "k9", status: "in_progress" },
  { sessionUpdate: "compaction_summary_chunk", compactionId: "k9", content: text("New") },
  { sessionUpdate: "subagent_update", sessionId: "child" },
  { sessionUpdate: "session_message", messageId: "n9" },
  { sessionUpdate: "session_message_chunk", messageId: "n9", content: text("New") },
];
/** One update of each kind that does not begin a transcript. */
const OTHER_UPDATES: Record<string, unknown>[] = [
  { sessionUpdate: "available_commands_update", availableCommands: [] },
  { sessionUpdate: "current_mode_update", currentModeId: "ask" },
  { sessionUpdate: "config_option_update", configOptions: [] },
  { sessionUpdate: "session_info_update", title: "T" },
  { sessionUpdate: "usage_update", used: 1, size: 2 },
  { sessionUpdate: "notice", severity: "info", title: "T" },
  { sessionUpdate: "plan_removed", planId: "p9" },
  { sessionUpdate: "_new" },
];
const withKinds = (updates: Record<string, unknown>[]) =>
  updates.map((update) => [update["sessionUpdate"], update] as const);

const loadRequest = (id: number, method = "session/load", extra: object = {}) => ({
  dir: "sent" as const,
  msg: { id, method, params: { sessionId: "s1", cwd: "/w", ...extra } },
});
const agentResponse = (id: number, body: object = { result: {} }) => ({
  dir: "recv" as const,
  msg: { id, ...body },
});

describe("a replay", () => {
  it("rebuilds the transcript without duplicates", async () => {
    const store = storeWithTranscript();
    await store.replay("s1", () => Promise.resolve(sendTranscript(store)));
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
    expect(session(store).timeline.map(({ type }) => type)).toEqual([
      "message",
      "message",
      "tool_call",
    ]);
    expect(session(store).turns.size).toBe(0);
    expect(session(store).plans.size).toBe(0);
  });

  it("keeps the old transcript until the new one begins", () => {
    const store = storeWithTranscript();
    void store.replay("s1", () => new Promise(() => {}));
    store.update({ sessionUpdate: "available_commands_update", availableCommands: [] });
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
    store.update(textChunk("New", "user_message_chunk"));
    expect(texts(store)).toEqual(["user: New"]);
  });

  it.each(withKinds(TRANSCRIPT_UPDATES))("begins the new transcript with %s", (_kind, update) => {
    const store = storeWithTranscript();
    void store.replay("s1", () => new Promise(() => {}));
    store.update(update);
    expect(texts(store)).not.toContain("user: Fix it");
    expect(session(store).timeline).toHaveLength(1);
    expect(session(store)).not.toHaveProperty("replaying");
  });

  it.each(withKinds(OTHER_UPDATES))(
    "does not begin the new transcript with %s",
    (_kind, update) => {
      const store = storeWithTranscript();
      void store.replay("s1", () => new Promise(() => {}));
      store.update(update);
      expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
      expect(session(store).replaying).toBe(true);
    },
  );

  it("removes the entire old transcript", () => {
    const store = storeWithTranscript();
    for (const update of TRANSCRIPT_UPDATES) store.update(update);
    void store.replay("s1", () => new Promise(() => {}));
    store.update(textChunk("New"));
    expect(texts(store)).toEqual(["agent: New"]);
    const { plans, toolCalls, terminals, compactions, subagents, sessionMessages, turns } =
      session(store);
    const tables = [plans, toolCalls, terminals, compactions, subagents, sessionMessages, turns];
    expect(tables.map(({ size }) => size)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(session(store).recentPlans).toEqual([]);
    expect(session(store).timeline).toEqual([{ type: "message", id: "agent:#1", run: 0 }]);
  });

  it("keeps only the open turns", () => {
    const store = storeWithTranscript();
    const open = store.startTurn("s1");
    void store.replay("s1", () => new Promise(() => {}));
    store.update(textChunk("New"));
    expect([...session(store).turns.keys()]).toEqual([open]);
    expect(session(store)).toMatchObject({ activity: "running", openTurns: [open] });
  });

  it("keeps the old transcript if nothing is replayed before the next prompt", async () => {
    const store = storeWithTranscript();
    await store.replay("s1", () => Promise.resolve());
    store.startTurn("s1", [text("Go on")]);
    store.update(textChunk("Going on."));
    expect(texts(store)).toEqual([
      "user: Fix it",
      "agent: Done.",
      "user: Go on",
      "agent: Going on.",
    ]);
  });

  it("removes the empty session when it fails", async () => {
    const store = trackedStore();
    const broken = store.replay("s1", () => Promise.reject(new Error("no such session")));
    expect(selectSessions(store.getState())).toHaveLength(1);
    await expect(broken).rejects.toThrow("no such session");
    expect(selectSessions(store.getState())).toEqual([]);
  });

  it("keeps the old transcript and rethrows the error when it fails", async () => {
    const store = storeWithTranscript();
    const broken = store.replay("s1", () => Promise.reject(new Error("no such session")));
    await expect(broken).rejects.toThrow("no such session");
    store.update(textChunk(" Late."));
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done.", "agent:  Late."]);
  });

  it("removes an entity with the id of a pending request's call", () => {
    const store = storeWithTranscript();
    store.update({ sessionUpdate: "terminal_update", terminalId: "c2" });
    const request = { sessionId: "s1", toolCall: { toolCallId: "c2" }, options: [] };
    void store.requestPermission(request, { requestId: 1 });
    void store.replay("s1", () => new Promise(() => {}));
    store.update(textChunk("New"));
    expect(session(store).timeline.map(({ type, id }) => `${type} ${id}`)).toEqual([
      "tool_call c2",
      "permission permission-t-1",
      "message agent:#1",
    ]);
  });

  it("keeps pending requests and their calls", () => {
    const store = storeWithTranscript();
    void store.requestPermission(
      { sessionId: "s1", toolCall: { toolCallId: "c2" }, options: [] },
      { requestId: 1 },
    );
    void store.replay("s1", () => new Promise(() => {}));
    sendTranscript(store);
    expect(session(store).permissions.get("permission-t-1")?.status).toBe("pending");
    expect(session(store).timeline.slice(0, 2)).toEqual([
      { type: "tool_call", id: "c2" },
      { type: "permission", id: "permission-t-1" },
    ]);
    expect([...session(store).toolCalls.keys()]).toEqual(["c2", "c1"]);
  });

  it("removes an entity with the id of a pending request", () => {
    const store = storeWithTranscript();
    const request = { sessionId: "s1", toolCall: { toolCallId: "c2" }, options: [] };
    void store.requestPermission(request, { requestId: "c1" });
    void store.replay("s1", () => new Promise(() => {}));
    store.update(textChunk("New"));
    expect(session(store).timeline.map(({ type, id }) => `${type} ${id}`)).toEqual([
      "tool_call c2",
      "permission permission-t-1",
      "message agent:#1",
    ]);
  });

  it("reopens a closed session", () => {
    const store = storeWithTranscript();
    store.closeSession("s1");
    void store.replay("s1", () => new Promise(() => {}));
    expect(store.update(textChunk("New")).accepted).toBe(true);
    expect(session(store)).not.toHaveProperty("closed");
  });

  it("removes settled requests from the timeline only", () => {
    const store = storeWithTranscript();
    const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
    const request = { sessionId: "s1", toolCall: { toolCallId: "c2" }, options };
    void store.requestPermission(request, { requestId: 1 });
    store.respondToPermission(permissionId(store, 1), "yes");
    void store.replay("s1", () => new Promise(() => {}));
    store.update(textChunk("New"));
    expect(session(store).permissions.get("permission-t-1")).toMatchObject({ optionId: "yes" });
    expect(session(store).timeline.map(({ type }) => type)).toEqual(["message"]);
  });

  it("ends when the connection is lost", () => {
    const store = storeWithTranscript();
    void store.replay("s1", () => new Promise(() => {}));
    store.disconnect();
    store.update(textChunk(" More."));
    expect(session(store)).not.toHaveProperty("replaying");
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done.", "agent:  More."]);
  });

  it("leaves its open calls unfinished", async () => {
    const store = trackedStore();
    await store.replay("s1", async () => {
      store.update(call("c1", "in_progress"));
    });
    expect(session(store).toolCalls.get("c1")).toMatchObject({
      status: "in_progress",
      phase: "unfinished",
    });
  });
});

describe("the end of a replay", () => {
  it("keeps the calls of a prompt that was sent in the meantime", async () => {
    const store = trackedStore();
    await store.replay("s1", async () => {
      store.startTurn("s1");
      store.update(call("c1", "in_progress"));
    });
    expect(session(store).toolCalls.get("c1")).not.toMatchObject({ phase: "unfinished" });
  });

  it("keeps running calls if nothing was replayed", async () => {
    const store = trackedStore();
    store.update(call("c1", "in_progress"));
    const before = session(store).toolCalls;
    await store.replay("s1", () => Promise.resolve());
    expect(session(store).toolCalls).toBe(before);
    expect(session(store).replaying).toBe(true);
  });

  it("leaves the open calls of version 2 unchanged", async () => {
    const store = trackedStore({ protocolVersion: 2 });
    await store.replay("s1", async () => {
      store.update({ ...call("c1", "in_progress"), sessionUpdate: "tool_call_update" });
    });
    expect(session(store).toolCalls.get("c1")).not.toMatchObject({ phase: "unfinished" });
  });
});

describe("an observed session/load", () => {
  it("rebuilds the transcript", () => {
    const store = storeWithTranscript();
    store.observe(loadRequest(1));
    sendTranscript(store);
    store.observe(
      agentResponse(1, { result: { modes: { currentModeId: "ask", availableModes: [] } } }),
    );
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
    expect(session(store)).toMatchObject({ cwd: "/w", modes: { currentModeId: "ask" } });
    expect(session(store)).not.toHaveProperty("replaying");
  });

  it("accepts a transcript that follows the response", () => {
    const store = storeWithTranscript();
    store.observe(loadRequest(1));
    store.observe(agentResponse(1));
    sendTranscript(store);
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
  });

  it("marks open calls as unfinished at the next prompt if they arrive after the response", () => {
    const store = storeWithTranscript();
    store.observe(loadRequest(1));
    store.observe(agentResponse(1));
    store.update(call("c1", "in_progress"));
    store.startTurn("s1", [text("Go on")]);
    expect(session(store).toolCalls.get("c1")).toMatchObject({
      status: "in_progress",
      phase: "unfinished",
    });
  });

  it("changes nothing when it fails", () => {
    const store = storeWithTranscript();
    store.observe(loadRequest(1));
    store.observe(agentResponse(1, { error: { code: -32002, message: "Not found" } }));
    store.update(textChunk(" More."));
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done.", "agent:  More."]);
  });

  it("reopens a closed session", () => {
    const store = storeWithTranscript();
    store.closeSession("s1");
    store.observe(loadRequest(1));
    sendTranscript(store);
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
  });
});

describe("an observed session/resume", () => {
  it("keeps the transcript", () => {
    const store = storeWithTranscript();
    store.observe(loadRequest(1, "session/resume"));
    store.observe(agentResponse(1));
    store.update(textChunk(" More."));
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done.", "agent:  More."]);
  });

  it("rebuilds the transcript when it resumes from the start", () => {
    const store = storeWithTranscript();
    store.observe(loadRequest(1, "session/resume", { replayFrom: { type: "start" } }));
    sendTranscript(store);
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
  });
});

describe("a replay while a turn is open", () => {
  const resume = {
    dir: "sent" as const,
    msg: {
      id: 9,
      method: "session/resume",
      params: { sessionId: "s1", cwd: "/w", replayFrom: { type: "start" } },
    },
  };
  const userMessage = (messageId: string, value: string) =>
    updated({ sessionUpdate: "user_message", messageId, content: [text(value)] });
  const reply = updated({
    sessionUpdate: "agent_message_chunk",
    messageId: "a1",
    content: text("Done."),
  });

  it("shows a replayed prompt once", () => {
    const store = storeAfterFrames(
      2,
      prompted(0, "Fix it"),
      agentResponse(0, { result: { messageId: "u1" } }),
    );
    for (const frame of [resume, userMessage("u1", "Fix it"), reply]) store.observe(frame);
    expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
  });

  it("keeps a prompt that the agent has not accepted", () => {
    const store = storeAfterFrames(2, prompted(0, "Fix it"));
    for (const frame of [resume, userMessage("u0", "Hello"), reply]) store.observe(frame);
    expect(texts(store)).toEqual(["user: Fix it", "user: Hello", "agent: Done."]);
    expect(session(store).timeline).toEqual(
      [...session(store).messages.keys()].map((id) => ({ type: "message", id, run: 0 })),
    );
    store.observe(agentResponse(0, { result: { messageId: "u1" } }));
    store.observe(userMessage("u1", "Fix it"));
    expect(texts(store)).toEqual(["user: Fix it", "user: Hello", "agent: Done."]);
  });

  it("removes an entity with the id of an unaccepted prompt", () => {
    const call = { sessionUpdate: "tool_call_update", toolCallId: "user:#1", title: "Read" };
    const store = storeAfterFrames(2, prompted(0, "Fix it"), updated(call), resume, reply);
    expect(session(store).timeline.map(({ type, id }) => `${type} ${id}`)).toEqual([
      "message user:#1",
      "message agent:a1",
    ]);
  });

  it("keeps a turn without a prompt", () => {
    const bare = { id: 0, method: "session/prompt", params: { sessionId: "s1", prompt: [] } };
    const store = storeAfterFrames(
      2,
      sent(bare),
      agentResponse(0, { result: { messageId: "u1" } }),
    );
    const [before] = session(store).turns.values();
    for (const frame of [resume, reply]) store.observe(frame);
    expect([...session(store).turns.values()]).toEqual([before]);
  });

  it("ends the turn when the agent becomes idle if its prompt was echoed before", () => {
    const back = userMessage("u1", "Fix it");
    const store = storeAfterFrames(2, prompted(0, "Fix it"), back, resume, back, reply);
    for (const state of ["running", "idle"])
      store.observe(updated({ sessionUpdate: "state_update", state }));
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
  });

  it("shows a version 1 prompt once, whether or not it was echoed before", () => {
    const echo = updated({ ...textChunk("Fix it", "user_message_chunk"), messageId: "u1" });
    for (const before of [[], [echo]]) {
      const store = storeAfterFrames(1, prompted(0, "Fix it"), ...before);
      for (const frame of [loadRequest(1), echo, reply]) store.observe(frame);
      expect(texts(store)).toEqual(["user: Fix it", "agent: Done."]);
    }
  });
});
