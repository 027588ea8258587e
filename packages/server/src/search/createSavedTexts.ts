import type { OverviewSession } from "@acp-store/fleet";
import type { FleetAgent } from "@acp-store/fleet/owner";
import type { SqliteDatabase } from "@acp-store/persist/node";
import { createIndexedTexts, type WordSearch } from "./createIndexedTexts.js";
import { listMessageTexts, type MessageText } from "./messageTexts.js";

/** The characters that are kept for the next search: reading a session takes longer than searching in it. */
const MAX_CHARS = 20_000_000;

interface SavedTexts {
  /** The last activity of the session when it was read. */
  readonly lastActivity: number;
  readonly texts: readonly MessageText[];
  readonly chars: number;
}

/** Reads the messages of a saved session, or only those that were searched for, the newest first. */
export type ReadSavedTexts = (
  agent: FleetAgent,
  session: OverviewSession,
) => Promise<readonly MessageText[]>;

/**
 * Returns a function that prepares a search, which reads the messages of saved sessions without
 * restoring them: from the index in the database of their agent, if there is one. A session that is not saved or
 * is damaged has none.
 */
export function createSavedTexts(
  database: (agentId: string) => SqliteDatabase | undefined,
): (search: WordSearch) => ReadSavedTexts {
  const readTexts = createTextCache();
  const openIndex = createIndexedTexts(database, readMessages);
  return (search) => {
    const readIndexed = openIndex(search);
    return async (agent, session) =>
      (await readIndexed(agent, session.sessionId)) ?? readTexts(agent, session);
  };
}

/** Returns a function that reads the messages of saved sessions, and keeps them for the next search. */
function createTextCache(): ReadSavedTexts {
  /** By the key of the session, the one that was searched least recently first. */
  const kept = new Map<string, SavedTexts>();
  let keptChars = 0;

  function drop(key: string): void {
    keptChars -= kept.get(key)?.chars ?? 0;
    kept.delete(key);
  }

  function keep(key: string, saved: SavedTexts): void {
    drop(key);
    kept.set(key, saved);
    keptChars += saved.chars;
    for (const oldest of kept.keys()) {
      if (keptChars <= MAX_CHARS) return;
      drop(oldest);
    }
  }

  return async (agent, { key, sessionId, lastActivity }) => {
    const known = kept.get(key);
    if (known?.lastActivity === lastActivity) {
      keep(key, known);
      return known.texts;
    }
    const texts = await readMessages(agent, sessionId);
    if (texts === undefined) return [];
    const chars = texts.reduce((sum, { text }) => sum + text.length, 0);
    keep(key, { lastActivity, texts, chars });
    return texts;
  };
}

/** Resolves with the messages of a saved session, or with `undefined` if it is not saved or is damaged. */
async function readMessages(
  { persistence }: FleetAgent,
  sessionId: string,
): Promise<readonly MessageText[] | undefined> {
  const saved = await persistence?.readSession(sessionId).catch(() => undefined);
  const session = saved?.state.sessions.get(sessionId);
  return session && [...listMessageTexts(session)];
}
