import { type AcpState, type AcpStore, type Elicitation, serializeSession } from "@acp-store/core";
import { type AcpStorage, memoryStorage, readSession, type StorageWrite } from "@acp-store/persist";
import { expect } from "vitest";

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

/** Returns a session with everything that belongs to it as plain JSON. */
export function unfold(state: AcpState, sessionId: string): unknown {
  return JSON.parse(JSON.stringify(serializeSession(state, sessionId)));
}

/** Returns a state without the parts that are never saved. */
export function withoutUnsavedParts(state: AcpState): AcpState {
  const { info } = state.agent;
  const elicitations = new Map<string, Elicitation>();
  for (const [id, { content: _content, ...rest }] of state.elicitations) elicitations.set(id, rest);
  return { ...state, agent: info === undefined ? {} : { info }, elicitations };
}
