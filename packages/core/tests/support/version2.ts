import type { AcpStoreOptions, IngestResult } from "@acp-store/core";
import { expect } from "vitest";
import { type TrackedStore, trackedStore } from "./trackedStore.js";

/** A store of protocol version 2 whose every commit is checked. */
export function trackedV2(options: AcpStoreOptions = {}): TrackedStore {
  return trackedStore({ protocolVersion: 2, ...options });
}

/** What says nothing odd and changes something or nothing. */
export const ACCEPTED: IngestResult = { accepted: true, diagnostics: [] };

/** A store of version 2 that has taken in updates of session "s1" without a word. */
export function afterV2(...updates: Record<string, unknown>[]): TrackedStore {
  const store = trackedV2();
  for (const update of updates) expect(store.update(update)).toEqual(ACCEPTED);
  return store;
}
