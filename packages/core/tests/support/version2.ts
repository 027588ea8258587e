import type { AcpStoreOptions, IngestResult } from "@acp-store/core";
import { expect } from "vitest";
import { recv, sent, updated } from "./frames.js";
import { session, type TrackedStore, trackedStore } from "./trackedStore.js";

/** Returns a tracked store of protocol version 2. */
export function trackedV2(options: AcpStoreOptions = {}): TrackedStore {
  return trackedStore({ protocolVersion: 2, ...options });
}

/** The result of a message without diagnostics. */
export const ACCEPTED: IngestResult = { accepted: true, diagnostics: [] };

/** Returns a version 2 store after updates of session "s1", which must not cause diagnostics. */
export function afterV2(...updates: Record<string, unknown>[]): TrackedStore {
  const store = trackedV2();
  for (const update of updates) expect(store.update(update)).toEqual(ACCEPTED);
  return store;
}

/** Returns a `state_update`. */
export const stateOf = (name: string, extra: object = {}) => ({
  sessionUpdate: "state_update",
  state: name,
  ...extra,
});

/** Returns the frame of a `state_update`. */
export const stateUpdate = (name: string, extra?: object) => updated(stateOf(name, extra));

/** Returns the frame of a `state_update` that ends the work of the agent with a stop reason. */
export const idleWith = (reason: string) => stateUpdate("idle", { stopReason: reason });

/** Returns the frame of the response that accepts a prompt. */
export const promptAccepted = (id: number) => recv({ id, result: { messageId: `u${id}` } });

/** The frame in which the client cancels the turn of session "s1". */
export const CANCEL_FRAME = sent({ method: "session/cancel", params: { sessionId: "s1" } });

/** Returns the frame of an update of the tool call "c1", or of another one. */
export const callUpdate = (status: string, toolCallId = "c1") =>
  updated({ sessionUpdate: "tool_call_update", toolCallId, status });

/** Returns the statuses of the turns of session "s1", with the stop reasons of ended ones. */
export const turnStatuses = (store: TrackedStore) =>
  [...session(store).turns.values()].map(({ status, stopReason }) =>
    stopReason === undefined ? status : `${status}: ${stopReason}`,
  );
