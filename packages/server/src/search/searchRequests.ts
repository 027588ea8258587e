import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { OverviewSession } from "@acp-store/fleet";
import type { PageRequest, PageRequests } from "@acp-store/fleet/mirror";
import type { RequestsContext } from "../agents/openFleet.js";
import { checkParams } from "../checkParams.js";
import {
  SEARCH_METHOD,
  type SearchHit,
  searchParams,
  type SearchResult,
} from "../client/searchMessages.js";
import { createSavedTexts } from "./createSavedTexts.js";
import { createTextSearch, type FoundText } from "./createTextSearch.js";
import { listMessageTexts, type MessageText } from "./messageTexts.js";

/** The hits of one session, so that it does not hide those of the others. */
const MAX_HITS_OF_SESSION = 20;
/** The time in ms after which other work gets its turn. */
const MAX_BLOCK_MS = 10;

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
export function searchRequests(): (context: Pick<RequestsContext, "fleet">) => PageRequests {
  return ({ fleet }) => {
    const readSaved = createSavedTexts();

    async function textsOf(session: OverviewSession): Promise<Iterable<MessageText>> {
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
      const find = createTextSearch(text);
      if (find === undefined) return { isCut: false };
      let left = limit;
      let isCut = false;
      let resumedAt = performance.now();
      for (const session of fleet.overview.getState().sessions) {
        if (!sees(session.agentId, session.sessionId)) continue;
        const hits: SearchHit[] = [];
        for (const message of await textsOf(session)) {
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
