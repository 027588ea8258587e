import type { Frame, IngestResult, Session } from "@acp-store/core";
import { expect } from "vitest";
import { recordedFrames } from "./heardTraffic.js";
import { type TrackedStore, trackedStore } from "./trackedStore.js";

/** The session that the examples of the protocol's pages are about. */
export const SPEC_SESSION = "sess_abc123def456";

export function recv(msg: object): Frame {
  return { dir: "recv", msg: { jsonrpc: "2.0", ...msg } };
}

export function sent(msg: object): Frame {
  return { dir: "sent", msg: { jsonrpc: "2.0", ...msg } };
}

/** An update as the agent sends it. */
export function updated(update: object, sessionId = "s1"): Frame {
  return recv({ method: "session/update", params: { sessionId, update } });
}

/** A prompt as the client sends it; its id is that of the request. */
export function prompted(id: number | string, value: string, sessionId = "s1"): Frame {
  const prompt = [{ type: "text", text: value }];
  return sent({ id, method: "session/prompt", params: { sessionId, prompt } });
}

/** A store that has seen frames, all of which it accepted without a word. */
export function observed(version: 1 | 2, ...frames: Frame[]): TrackedStore {
  const store = trackedStore({ protocolVersion: version });
  for (const frame of frames) observeCleanly(store, frame);
  return store;
}

export function observeCleanly(store: TrackedStore, frame: Frame): void {
  const result: IngestResult = store.observe(frame);
  expect(result).toEqual({ accepted: true, diagnostics: [] });
}

/** The session of the protocol's examples. */
export function specSession(store: TrackedStore) {
  const found = store.getState().sessions.get(SPEC_SESSION);
  if (found === undefined) throw new Error("The example's session is not there.");
  return found;
}

/** A store that has seen a recording, or its lines up to one. */
export function seen(name: string, upTo?: number): TrackedStore {
  const store = trackedStore();
  for (const frame of recordedFrames(name).slice(0, upTo)) store.observe(frame);
  return store;
}

/** The only session of a recording. */
export function onlySession(store: TrackedStore): Session {
  const [only, ...others] = store.getState().sessions.values();
  if (only === undefined || others.length > 0) throw new Error("There is not one session.");
  return only;
}
