import type { RemoteFleet, RequestOptions } from "@acp-store/fleet/mirror";
import {
  MAX_HITS,
  SEARCH_METHOD,
  type SearchHit,
  searchHits,
  type SearchParams,
  type SearchResult,
  searchResult,
} from "./searchMessages.js";

/** The options of a search. */
export interface SearchOptions extends Pick<RequestOptions, "signal"> {
  /** Called with the hits of each session, as soon as they are found. */
  readonly onHits: (hits: readonly SearchHit[]) => void;
  /** The number of hits, at most 200. Default: 200. */
  readonly limit?: number;
}

/** The search in the messages of all sessions. */
export interface SearchClient {
  /**
   * Finds the messages of users and agents in which all words of a text occur, in upper or lower case. The session that was
   * active most recently comes first. Resolves at the end, and rejects like `RemoteFleet.request`.
   */
  search(text: string, options: SearchOptions): Promise<SearchResult>;
}

/**
 * Returns the search of a page, which the server answers with `searchRequests`. The page needs the right to manage
 * agents.
 *
 * @example
 * ```ts
 * const { search } = createSearchClient(fleet);
 * await search("total price", {
 *   onHits: (hits) => console.log(hits.map(({ title, snippet }) => [title, snippet])),
 * });
 * ```
 */
export function createSearchClient(fleet: Pick<RemoteFleet, "request">): SearchClient {
  return {
    async search(text, { onHits, limit = MAX_HITS, signal }) {
      const params: SearchParams = { text, limit };
      const result = await fleet.request(SEARCH_METHOD, params, {
        ...(signal && { signal }),
        onProgress(value) {
          const { data } = searchHits.safeParse(value);
          if (data !== undefined && !signal?.aborted) onHits(data);
        },
      });
      return searchResult.parse(result);
    },
  };
}
