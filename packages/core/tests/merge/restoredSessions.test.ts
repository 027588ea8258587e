import {
  type AcpState,
  deserialize,
  type Frame,
  serialize,
  serializeSession,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { recv, sent, updated } from "../support/frames.js";
import {
  codes,
  plain,
  session,
  text,
  trackedStore,
  type TrackedStore,
} from "../support/trackedStore.js";

type Version = 1 | 2;

const chunk = (role: "user" | "agent", messageId: string, value: string) =>
  updated({ sessionUpdate: `${role}_message_chunk`, messageId, content: text(value) });
const call = (version: Version, toolCallId: string, status: string) =>
  updated({
    sessionUpdate: version === 1 ? "tool_call" : "tool_call_update",
    toolCallId,
    title: "Read",
    status,
  });
const loads = (version: Version): Frame =>
  version === 1
    ? sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/w" } })
    : sent({
        id: 1,
        method: "session/resume",
        params: { sessionId: "s1", cwd: "/w", replayFrom: { type: "start" } },
      });
const LOADED = recv({ id: 1, result: {} });
const REFUSED = recv({ id: 1, error: { code: -32603, message: "It cannot be loaded." } });

/** The transcript that the agent replays: the saved one, and what followed the crash. */
const transcript = (version: Version): Frame[] => [
  chunk("user", "u1", "Fix it"),
  call(version, "c1", "completed"),
  chunk("agent", "a1", "Done."),
];

/** Creates a store with a session in the middle of its first turn. */
function workingStore(version: Version): TrackedStore {
  const old = trackedStore({ protocolVersion: version, idPrefix: "old" });
  old.openSession({ sessionId: "s1", cwd: "/w" });
  old.startTurn("s1", [text("Fix it")]);
  old.observe(call(version, "c1", "in_progress"));
  old.putApplicationRow("s1", { rowId: "note", data: "Mine" });
  old.queuePrompt("s1", [text("Then")]);
  return old;
}

/** Creates a store with a session that was saved in the middle of its first turn. */
function restoredStore(version: Version): TrackedStore {
  const old = workingStore(version);
  const store = trackedStore({ protocolVersion: version });
  store.restoreSession(deserialize(serializeSession(old.getState(), "s1")));
  return store;
}

/** Returns a line for each item of the timeline. */
function lines(state: AcpState): string[] {
  const { timeline = [], messages } = state.sessions.get("s1") ?? {};
  return timeline.map(({ type, id }) => {
    const { role, content = [] } = messages?.get(id) ?? {};
    const words = content.map((block) => (block.type === "text" ? block.text : ""));
    return type === "message" ? `${role}: ${words.join("")}` : `${type}: ${id}`;
  });
}

const SAVED = ["user: Fix it", "tool_call: c1", "application_row: note"];
const MERGED = [...SAVED, "agent: Done."];

describe.each([1, 2] as const)("loading a restored session in version %i", (version) => {
  it("keeps the saved transcript, and adds what it lacks as it arrives", () => {
    const store = restoredStore(version);
    const saved = plain(session(store).messages);
    store.observe(loads(version));
    const shown = transcript(version).map((frame) => {
      expect(store.observe(frame)).toEqual({ accepted: true, diagnostics: [] });
      return lines(store.getState());
    });
    expect(shown).toEqual([SAVED, SAVED, MERGED]);
    store.observe(LOADED);
    expect(lines(store.getState())).toEqual(MERGED);
    expect(session(store).toolCalls.get("c1")).toMatchObject({ status: "completed" });
    expect(session(store).toolCalls.get("c1")).toMatchObject({ phase: "completed" });
    const [prompt, added] = session(store).messages.values();
    expect({ entries: [["user:#1", plain(prompt)]] }).toEqual(saved);
    const [turn] = session(store).turns.values();
    expect(added).toMatchObject({ replayed: true, turnId: turn?.turnId });
    expect(turn).toMatchObject({ status: "interrupted" });
    for (const field of ["restored", "detached", "replaying", "replayBegun"])
      expect(session(store)).not.toHaveProperty(field);
  });

  it("keeps the rows, the queue and the catalog entry", () => {
    const store = restoredStore(version);
    for (const frame of [loads(version), ...transcript(version), LOADED]) store.observe(frame);
    expect(session(store)).toMatchObject({ queue: [{ prompt: [text("Then")] }], queueHeld: true });
    expect(session(store).applicationRows.get("note")?.data).toBe("Mine");
    expect(store.getState().catalog.get("s1")).toMatchObject({ cwd: "/w" });
  });

  it("applies an answer of the load after the updates before it", () => {
    const store = restoredStore(version);
    store.observe(loads(version));
    const mode = { sessionUpdate: "current_mode_update", currentModeId: "old" };
    for (const frame of [updated(mode), ...transcript(version)]) store.observe(frame);
    const modes = { currentModeId: "new", availableModes: [] };
    store.observe(recv({ id: 1, result: version === 1 ? { modes } : {} }));
    expect(session(store).modes?.currentModeId).toBe(version === 1 ? "new" : "old");
  });

  it("merges the replay of a session that is part of an initial state", () => {
    const saved = serialize(workingStore(version).getState());
    const store = trackedStore({ protocolVersion: version, initialState: deserialize(saved) });
    for (const frame of [loads(version), ...transcript(version), LOADED]) store.observe(frame);
    expect(lines(store.getState())).toEqual(MERGED);
  });

  it("continues a message whose id the agent uses again", () => {
    const store = restoredStore(version);
    const repeated = [
      chunk("user", "u2", "Go"),
      chunk("agent", "a2", "Yes."),
      chunk("user", "u2", " on"),
    ];
    for (const frame of [loads(version), ...transcript(version), ...repeated, LOADED])
      store.observe(frame);
    const shown = ["user: Go on", "agent: Yes.", "user: Go on"];
    expect(lines(store.getState())).toEqual([...MERGED, ...shown]);
    expect(session(store).messages.get("user:u2")).toMatchObject({ runStarts: [1] });
  });

  it("merges a transcript that follows the response", () => {
    const store = restoredStore(version);
    store.observe(loads(version));
    store.observe(updated({ sessionUpdate: "session_info_update", title: "T" }));
    store.observe(LOADED);
    expect(session(store).info.title).toBe("T");
    for (const frame of transcript(version)) store.observe(frame);
    expect(lines(store.getState())).toEqual(MERGED);
  });

  it("keeps everything if the load fails, and drops the rest of the replay", () => {
    const store = restoredStore(version);
    store.observe(loads(version));
    const [first, ...rest] = transcript(version);
    for (const frame of [first, REFUSED]) if (frame) store.observe(frame);
    expect(lines(store.getState())).toEqual(SAVED);
    for (const frame of rest) store.observe(frame);
    expect(lines(store.getState())).toEqual(SAVED);
    expect(session(store)).toMatchObject({ restored: true, detached: expect.any(String) });
  });

  it("shows nothing twice if it is loaded again after a failed or cancelled load", () => {
    for (const end of [REFUSED, sent({ method: "$/cancel_request", params: { requestId: 1 } })]) {
      const store = restoredStore(version);
      for (const frame of [loads(version), ...transcript(version), end]) store.observe(frame);
      for (const frame of [...transcript(version), loads(version)]) store.observe(frame);
      for (const frame of [...transcript(version), LOADED]) store.observe(frame);
      expect(lines(store.getState())).toEqual(MERGED);
    }
  });

  it("ignores the response to a cancelled load, and can be resumed after it", () => {
    const store = restoredStore(version);
    const cancel = sent({ method: "$/cancel_request", params: { requestId: 1 } });
    for (const frame of [loads(version), ...transcript(version), cancel, LOADED])
      store.observe(frame);
    expect(session(store)).toMatchObject({ restored: true, detached: expect.any(String) });
    const params = { sessionId: "s1", cwd: "/w" };
    store.observe(sent({ id: 2, method: "session/resume", params }));
    store.observe(recv({ id: 2, result: {} }));
    store.observe(chunk("agent", "a9", "Hello."));
    expect(lines(store.getState())).toEqual([...MERGED, "agent: Hello."]);
  });

  it("shows nothing twice if the connection is lost during the load", () => {
    const store = restoredStore(version);
    for (const frame of [loads(version), ...transcript(version)]) store.observe(frame);
    store.disconnect();
    store.observe(loads(version));
    for (const frame of [...transcript(version), LOADED]) store.observe(frame);
    expect(lines(store.getState())).toEqual(MERGED);
  });

  it("shows a permission request immediately, and keeps it", () => {
    const store = restoredStore(version);
    for (const frame of [loads(version), ...transcript(version)]) store.observe(frame);
    const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
    const params = { sessionId: "s1", title: "May I?", toolCall: { toolCallId: "c9" }, options };
    store.observe(recv({ id: 8, method: "session/request_permission", params }));
    expect(session(store).pendingPermissions).toEqual(["permission-t-1"]);
    store.observe(LOADED);
    expect(session(store).pendingPermissions).toEqual(["permission-t-1"]);
    expect(lines(store.getState())).toEqual([
      ...MERGED,
      "tool_call: c9",
      "permission: permission-t-1",
    ]);
  });

  it("does not match the turn of a prompt that was sent during the load", () => {
    const store = restoredStore(version);
    const [first, ...rest] = transcript(version);
    for (const frame of [loads(version), first]) if (frame) store.observe(frame);
    store.startTurn("s1", [text("Go on")]);
    // Known parts still belong to the replay. The first new part does not.
    for (const frame of [...rest.slice(0, 1), chunk("agent", "a2", "Yes."), LOADED])
      store.observe(frame);
    expect(lines(store.getState())).toEqual([...SAVED, "user: Go on", "agent: Yes."]);
    expect(session(store).toolCalls.get("c1")).toMatchObject({ status: "completed" });
  });

  it("shows nothing of a closed session", () => {
    const store = restoredStore(version);
    for (const frame of [loads(version), ...transcript(version)]) store.observe(frame);
    store.closeSession("s1");
    store.observe(LOADED);
    expect(lines(store.getState())).toEqual([]);
  });

  it("shows the updates of other sessions immediately", () => {
    const store = restoredStore(version);
    store.observe(loads(version));
    const update = { sessionUpdate: "agent_message_chunk", messageId: "m", content: text("Hi") };
    store.ingest({ sessionId: "s2", update });
    expect(store.getState().sessions.get("s2")?.messages.size).toBe(1);
  });

  it("reports a malformed update immediately", () => {
    const store = restoredStore(version);
    store.observe(loads(version));
    const malformed = updated({ sessionUpdate: "agent_message_chunk", content: { type: "text" } });
    expect(codes(store.observe(malformed))).not.toEqual([]);
  });

  it("keeps the saved transcript when the session is resumed, and shows updates immediately", () => {
    const store = restoredStore(version);
    store.observe(
      sent({ id: 1, method: "session/resume", params: { sessionId: "s1", cwd: "/w" } }),
    );
    store.observe(updated({ sessionUpdate: "session_info_update", title: "T" }));
    expect(session(store).info.title).toBe("T");
    store.observe(LOADED);
    store.observe(chunk("agent", "a9", "Hello."));
    expect(lines(store.getState())).toEqual([...SAVED, "agent: Hello."]);
    expect(session(store)).not.toHaveProperty("restored");
  });

  it("merges a replay of store.replay", async () => {
    const store = restoredStore(version);
    const run = async (frames: readonly Frame[]) => frames.forEach((frame) => store.observe(frame));
    const failed = store.replay("s1", async () => {
      await run(transcript(version));
      throw new Error("It cannot be loaded.");
    });
    await expect(failed).rejects.toThrow("It cannot be loaded.");
    await store.replay("s1", () => run(transcript(version)));
    expect(lines(store.getState())).toEqual(MERGED);
    expect(session(store)).not.toHaveProperty("detached");
  });

  it("merges a replay that nobody asked for into a session that is resumed", () => {
    const store = restoredStore(version);
    const params = { sessionId: "s1", cwd: "/w" };
    store.observe(sent({ id: 1, method: "session/resume", params }));
    for (const frame of [...transcript(version), LOADED]) store.observe(frame);
    expect(lines(store.getState())).toEqual(MERGED);
  });
});

it("replaces the transcript of a session that the same connection has opened", () => {
  const store = trackedStore();
  store.openSession({ sessionId: "s1", cwd: "/w" });
  store.startTurn("s1", [text("Old")]);
  store.endTurn("s1", { stopReason: "end_turn" });
  for (const frame of [loads(1), chunk("user", "u1", "Fix it")]) store.observe(frame);
  expect(lines(store.getState())).toEqual(["user: Fix it"]);
});
