import type { AcpState, AcpStore } from "@acp-store/core";
import { type AcpStorage, memoryStorage, readSession, type StorageWrite } from "@acp-store/persist";
import { expect } from "vitest";
import { unfold, withoutUnsavedParts } from "./unfold.js";

/** A storage in memory that keeps all writes, and the state of the store at the time of each. */
export interface WriteLog extends AcpStorage {
  readonly writes: readonly StorageWrite[];
  /** Returns what should be saved of a session now. */
  expected(sessionId: string): unknown;
  /** Expects that the document of each write contains exactly the session at that time. */
  expectExactPrefixes(): Promise<void>;
}

/** Creates a storage that records the writes of a store. */
export function writeLog(store: AcpStore): WriteLog {
  const storage = memoryStorage();
  const writes: StorageWrite[] = [];
  const states: AcpState[] = [];
  return {
    ...storage,
    writes,
    write(write) {
      writes.push(write);
      states.push(store.getState());
      return storage.write(write);
    },
    expected: (sessionId) => unfold(withoutUnsavedParts(store.getState()), sessionId),
    async expectExactPrefixes() {
      const prefix = memoryStorage();
      for (const [index, write] of writes.entries()) {
        await prefix.write(write);
        const sessionId = write.id.slice("session/".length);
        const saved = await readSession(prefix, sessionId);
        const state = states[index];
        if (state?.sessions.get(sessionId)?.closed) continue;
        expect(saved?.truncatedRecords).toBeUndefined();
        expect(saved && unfold(saved.state, sessionId)).toEqual(
          state && unfold(withoutUnsavedParts(state), sessionId),
        );
      }
    },
  };
}
