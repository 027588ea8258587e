import type { AcpStoreOptions, IngestResult } from "@acp-store/core";
import { expect } from "vitest";
import { type TrackedStore, trackedStore } from "./trackedStore.js";

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
