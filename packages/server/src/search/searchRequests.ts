import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { OverviewSession } from "@acp-store/fleet";
import type { PageRequest, PageRequests } from "@acp-store/fleet/mirror";
import type { SqliteDatabase } from "@acp-store/persist/node";
import type { RequestsContext } from "../agents/openFleet.js";
import { checkParams } from "../checkParams.js";
import {
  SEARCH_METHOD,
  type SearchHit,
  searchParams,
  type SearchResult,
} from "../client/searchMessages.js";
import { createSavedTexts, type ReadSavedTexts } from "./createSavedTexts.js";
import { createTextSearch, type FoundText } from "./createTextSearch.js";
import { listMessageTexts, type MessageText } from "./messageTexts.js";

/** The hits of one session, so that it does not hide those of the others. */
const MAX_HITS_OF_SESSION = 20;
/** The time in ms after which other work gets its turn. */
const MAX_BLOCK_MS = 10;

/** The options of the search. */
export interface SearchRequestsOptions {
  /**
   * Returns the SQLite database for the index of an agent's saved sessions, best the one of its `sqliteStorage`. A
   * search then looks up the words in a full-text index (FTS5), in tables whose names begin with
   * `acp_store_search_`, and reads only sessions that were changed since the last search. The results are the
   * same. Without FTS5, the sessions are read, and a warning of the process says so. Default: no index.
   */
  readonly database?: (agentId: string) => SqliteDatabase | undefined;
}

/**
 * Lets pages that may manage agents search in the messages of all sessions that they see. The content of a saved
 * session is read for it, and not restored. Use it as the option `requests` of `serveAgents` or of the plugin of Vite. On
 * a page, `createSearchClient` of `@acp-store/server/client` makes the request.
 *
 * @example
 * ```ts
 * import { serveAgents } from "@acp-store/server";
 * import { searchRequests } from "@acp-store/server/search";
 *
 * await serveAgents({ agents: [], pageDir: "dist", requests: searchRequests() });
 * ```
 */
export function searchRequests({
  database = () => undefined,
}: SearchRequestsOptions = {}): (context: Pick<RequestsContext, "fleet">) => PageRequests {
  return ({ fleet }) => {
    const openSaved = createSavedTexts(database);

    async function textsOf(
      session: OverviewSession,
      readSaved: ReadSavedTexts,
    ): Promise<Iterable<MessageText>> {
      const agent = fleet.agents.get(session.agentId);
      if (agent === undefined) return [];
      const open = agent.store.getState().sessions.get(session.sessionId);
      return open === undefined || open.closed || session.entry.saved
        ? readSaved(agent, session)
        : listMessageTexts(open);
    }

    async function search(
      params: unknown,
      { report, signal, sees }: PageRequest,
    ): Promise<SearchResult> {
      const { text, limit } = checkParams(searchParams, params);
      const textSearch = createTextSearch(text);
      if (textSearch === undefined) return { isCut: false };
      const { words, find } = textSearch;
      const readSaved = openSaved({
        words,
        matches: (message) => find(message) !== undefined,
        // One more shows that there are more.
        limit: MAX_HITS_OF_SESSION + 1,
      });
      let left = limit;
      let isCut = false;
      let resumedAt = performance.now();
      for (const session of fleet.overview.getState().sessions) {
        if (!sees(session.agentId, session.sessionId)) continue;
        const hits: SearchHit[] = [];
        for (const message of await textsOf(session, readSaved)) {
          if (performance.now() - resumedAt > MAX_BLOCK_MS) {
            await yieldToOthers();
            resumedAt = performance.now();
          }
          signal.throwIfAborted();
          const found = find(message.text);
          if (found === undefined) continue;
          if (hits.length === Math.min(left, MAX_HITS_OF_SESSION)) {
            isCut = true;
            break;
          }
          hits.push(toHit(session, message, found));
        }
        if (hits.length > 0) report(hits);
        left -= hits.length;
        if (left === 0 && isCut) break;
      }
      return { isCut };
    }

    return { [SEARCH_METHOD]: search };
  };
}

function toHit(
  { agentId, sessionId, entry }: OverviewSession,
  { messageKey, role, createdAt, runStarts }: MessageText,
  { index, ranges, snippet }: FoundText,
): SearchHit {
  const title = entry.title || entry.firstPrompt;
  const run = runStarts.filter((start) => start <= index).length;
  return {
    ...{ agentId, sessionId, messageKey, run, role, createdAt, snippet, ranges },
    ...(title && { title }),
  };
}
