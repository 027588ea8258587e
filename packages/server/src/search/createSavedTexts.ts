import type { OverviewSession } from "@acp-store/fleet";
import type { FleetAgent } from "@acp-store/fleet/owner";
import { listMessageTexts, type MessageText } from "./messageTexts.js";

/** The characters that are kept for the next search: reading a session takes longer than searching in it. */
const MAX_CHARS = 20_000_000;

interface SavedTexts {
  /** The last activity of the session when it was read. */
  readonly lastActivity: number;
  readonly texts: readonly MessageText[];
  readonly chars: number;
}

/**
 * Returns a function that reads the messages of a saved session, without restoring it. Resolves with none for
 * a session that is not saved or is damaged.
 */
export function createSavedTexts(): (
  agent: FleetAgent,
  session: OverviewSession,
) => Promise<readonly MessageText[]> {
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

  return async ({ persistence }, { key, sessionId, lastActivity }) => {
    const known = kept.get(key);
    if (known?.lastActivity === lastActivity) {
      keep(key, known);
      return known.texts;
    }
    const saved = await persistence?.readSession(sessionId).catch(() => undefined);
    const session = saved?.state.sessions.get(sessionId);
    if (session === undefined) return [];
    const texts = [...listMessageTexts(session)];
    const chars = texts.reduce((sum, { text }) => sum + text.length, 0);
    keep(key, { lastActivity, texts, chars });
    return texts;
  };
}
