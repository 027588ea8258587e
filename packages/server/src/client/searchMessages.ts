import * as z from "zod/mini";

// The request of a page that searches in sessions. Both ends check what they receive, so this file imports
// nothing of Node.

/** The method of the request. */
export const SEARCH_METHOD = "search/messages";

/** The most hits of one search. */
export const MAX_HITS = 200;
/** The longest text to search for, in UTF-16 code units. */
const MAX_QUERY_LENGTH = 500;

/** A message in which all words were found. */
export interface SearchHit {
  /** The agent of the session. */
  readonly agentId: string;
  /** The session. */
  readonly sessionId: string;
  /** The title of the session, or its first prompt. Absent if it has neither. */
  readonly title?: string;
  /** The key of the message in the `messages` of the session. */
  readonly messageKey: string;
  /** The run of the message that has the first found word: see `selectMessageRun`. */
  readonly run: number;
  /** The author. */
  readonly role: "agent" | "user";
  /** The time of the message, in ms since the epoch. */
  readonly createdAt: number;
  /** The text around the first found word, in one line. */
  readonly snippet: string;
  /** The found words in the snippet: the positions of their first character, and behind their last one. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** The end of a search. */
export interface SearchResult {
  /** Whether there may be more hits than the limit. */
  readonly isCut: boolean;
}

/** The params of the search. */
export interface SearchParams {
  /** The words. All of them must occur in a message. */
  readonly text: string;
  /** The number of hits. */
  readonly limit: number;
}

/** The params of the search. */
export const searchParams: z.ZodMiniType<SearchParams> = z.object({
  text: z.string().check(z.maxLength(MAX_QUERY_LENGTH)),
  limit: z.int().check(z.minimum(1), z.maximum(MAX_HITS)),
});

/** The progress of the search: further hits. */
export const searchHits: z.ZodMiniType<readonly SearchHit[]> = z.array(
  z.object({
    agentId: z.string(),
    sessionId: z.string(),
    title: z.exactOptional(z.string()),
    messageKey: z.string(),
    run: z.int(),
    role: z.enum(["agent", "user"]),
    createdAt: z.number(),
    snippet: z.string(),
    ranges: z.array(z.tuple([z.int(), z.int()])),
  }),
);

/** The result of the search. */
export const searchResult: z.ZodMiniType<SearchResult> = z.object({ isCut: z.boolean() });
