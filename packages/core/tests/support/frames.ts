import type { Frame, IngestResult, Session } from "@acp-store/core";
import { expect } from "vitest";
import { recordedFrames } from "./recordings.js";
import { type TrackedStore, trackedStore } from "./trackedStore.js";

/** The session id that the examples of the protocol documentation use. */
export const SPEC_SESSION = "sess_abc123def456";

/** Returns a frame with a message from the agent. */
export function recv(msg: object): Frame {
  return { dir: "recv", msg: { jsonrpc: "2.0", ...msg } };
}

/** Returns a frame with a message to the agent. */
export function sent(msg: object): Frame {
  return { dir: "sent", msg: { jsonrpc: "2.0", ...msg } };
}

/** Returns the frame of a `session/update`. */
export function updated(update: object, sessionId = "s1"): Frame {
  return recv({ method: "session/update", params: { sessionId, update } });
}

/** Returns an update of the tool call "c1". */
export const toolCallUpdate = (fields: object) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "c1",
  ...fields,
});

/** Returns the frame of a `session/prompt` with one text block. */
export function prompted(id: number | string, value: string, sessionId = "s1"): Frame {
  const prompt = [{ type: "text", text: value }];
  return sent({ id, method: "session/prompt", params: { sessionId, prompt } });
}

/** Returns a store after it observed the frames. Checks that none of them causes diagnostics. */
export function storeAfterFrames(version: 1 | 2, ...frames: Frame[]): TrackedStore {
  const store = trackedStore({ protocolVersion: version });
  for (const frame of frames) observeCleanly(store, frame);
  return store;
}

/** Observes a frame and checks that it is accepted without diagnostics. */
export function observeCleanly(store: TrackedStore, frame: Frame): void {
  const result: IngestResult = store.observe(frame);
  expect(result).toEqual({ accepted: true, diagnostics: [] });
}

/** Returns the session that the examples of the protocol documentation use. */
export function specSession(store: TrackedStore) {
  const found = store.getState().sessions.get(SPEC_SESSION);
  if (found === undefined) throw new Error("The example session does not exist.");
  return found;
}

/** Returns a store after it observed a recording or its first lines. */
export function storeAfterRecording(name: string, lines?: number): TrackedStore {
  const store = trackedStore();
  for (const frame of recordedFrames(name).slice(0, lines)) store.observe(frame);
  return store;
}

/** Returns the only session of a store. Throws if it has none or several. */
export function onlySession(store: TrackedStore): Session {
  const [only, ...others] = store.getState().sessions.values();
  if (only === undefined || others.length > 0) throw new Error("Expected exactly one session.");
  return only;
}
