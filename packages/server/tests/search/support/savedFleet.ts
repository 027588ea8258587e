import { createAcpStore } from "@acp-store/core";
import { createFleet, type Fleet } from "@acp-store/fleet/owner";
import { type PersistOptions, persistSessions } from "@acp-store/persist";
import { type SqliteDatabase, sqliteStorage } from "@acp-store/persist/node";
import type { SearchHit, SearchResult } from "@acp-store/server/client";
import { searchRequests } from "@acp-store/server/search";
import { onTestFinished } from "vitest";

/** The messages of sessions by id. Users and agents take turns. */
export type Conversations = Readonly<Record<string, readonly string[]>>;

/** Saves sessions with these messages in a database, after what it has already. */
export async function saveSessions(
  database: SqliteDatabase,
  sessions: Conversations,
  options: PersistOptions = {},
): Promise<void> {
  let now = 0;
  const store = createAcpStore({ scheduler: "sync", now: () => ++now });
  const persistence = persistSessions(store, sqliteStorage(database), options);
  await persistence.restore();
  for (const [sessionId, texts] of Object.entries(sessions)) {
    if (!store.getState().sessions.has(sessionId)) store.openSession({ sessionId, cwd: "/w" });
    for (const [index, text] of texts.entries()) {
      if (index % 2 === 0) store.startTurn(sessionId, [{ type: "text", text }]);
      else store.ingest({ sessionId, update: toChunk(text) });
      if (index % 2 === 1 || index === texts.length - 1)
        store.endTurn(sessionId, { stopReason: "end_turn" });
    }
  }
  await persistence.stop();
}

const toChunk = (text: string) => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
});

/** Opens a fleet with the agent "a", whose saved sessions are listed and not restored. */
export async function openFleet(database: SqliteDatabase): Promise<Fleet> {
  const fleet = createFleet({
    agents: [{ id: "a", name: "A", source: () => Promise.reject(new Error("not started")) }],
    storage: () => sqliteStorage(database),
  });
  onTestFinished(() => fleet.close());
  await fleet.restore();
  return fleet;
}

/** Returns the search in the sessions of a fleet, with an index if there is a database for it. */
export function createSearch(fleet: Fleet, database?: SqliteDatabase) {
  const requests = searchRequests({ database: () => database })({ fleet });
  return async (text: string): Promise<SearchResult & { readonly hits: readonly SearchHit[] }> => {
    const hits: SearchHit[] = [];
    const result = await requests["search/messages"]?.(
      { text, limit: 200 },
      {
        report: (more) => hits.push(...(more as readonly SearchHit[])),
        signal: new AbortController().signal,
        sees: () => true,
      },
    );
    return { ...(result as SearchResult), hits };
  };
}
