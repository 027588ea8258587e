import { type AcpStore, createAcpStore } from "@acp-store/core";
import {
  type AcpStorage,
  type Persistence,
  type PersistOptions,
  persistSessions,
} from "@acp-store/persist";
import { onTestFinished } from "vitest";

/** Returns a prompt with one text block. */
export const text = (value: string) => [{ type: "text", text: value }] as const;

/** A store whose sessions are saved until the end of the test. */
export interface SavingStore {
  readonly store: AcpStore;
  readonly persistence: Persistence;
  /** Adds text to a message of the agent in session "s1". */
  say(chunk: string, sessionId?: string): void;
}

/** Creates a new store with the saved sessions, as after a reload, and saves it. */
export async function reloadedStore(storage: AcpStorage) {
  const saving = savingStore(storage);
  return { ...saving, result: await saving.persistence.restore() };
}

/** Creates a store without sessions, and saves it. */
export function savingStore(
  storage: AcpStorage,
  options?: PersistOptions,
  now?: () => number,
): SavingStore {
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync", ...(now && { now }) });
  const persistence = persistSessions(store, storage, options);
  onTestFinished(() => persistence.stop());
  return {
    store,
    persistence,
    say(chunk, sessionId = "s1") {
      const content = { type: "text", text: chunk };
      const update = { sessionUpdate: "agent_message_chunk", messageId: "m1", content };
      store.ingest({ sessionId, update });
    },
  };
}
