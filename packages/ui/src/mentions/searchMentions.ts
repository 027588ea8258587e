import type { Mention, MentionSession, MentionSource } from "./mention.js";
import { getErrorMessage } from "../format/errors.js";

/** A mention with the source that found it. */
export interface FoundMention {
  readonly mention: Mention;
  readonly source: MentionSource;
}

/** The mentions that the sources have found so far. */
export interface FoundMentions {
  /** The mentions, in the order of their sources. */
  readonly items: readonly FoundMention[];
  /** Whether there are more mentions than listed. */
  readonly hasMore: boolean;
  /** The reason why a source could not search. */
  readonly error?: string | undefined;
}

/** The most mentions of one source. */
const MAX_OF_SOURCE = 30;
/** Nobody reads a longer list. */
const MAX_MENTIONS = 50;

/**
 * Searches in all sources. `onFound` is called when a source and all sources before it have answered, so that the list only grows
 * at its end. It is not called after the signal is aborted.
 */
export async function searchMentions(
  query: string,
  sources: readonly MentionSource[],
  session: MentionSession,
  signal: AbortSignal,
  onFound: (found: FoundMentions) => void,
): Promise<void> {
  const searches = sources.map((source) => searchSource(query, source, session, signal));
  let found: FoundMentions = { items: [], hasMore: false };
  for (const search of searches) {
    const next = await search;
    if (signal.aborted) return;
    found = join(found, next);
    onFound(found);
  }
}

async function searchSource(
  query: string,
  source: MentionSource,
  session: MentionSession,
  signal: AbortSignal,
): Promise<FoundMentions> {
  try {
    const mentions = await source.search(query, session, signal);
    return {
      items: mentions.slice(0, MAX_OF_SOURCE).map((mention) => ({ mention, source })),
      hasMore: mentions.length > MAX_OF_SOURCE,
    };
  } catch (error) {
    return { items: [], hasMore: false, error: getErrorMessage(error) };
  }
}

function join(before: FoundMentions, next: FoundMentions): FoundMentions {
  const items = [...before.items];
  const known = new Set(items.map(({ mention }) => mention.uri));
  for (const found of next.items) {
    if (known.has(found.mention.uri)) continue;
    known.add(found.mention.uri);
    items.push(found);
  }
  return {
    items: items.slice(0, MAX_MENTIONS),
    hasMore: before.hasMore || next.hasMore || items.length > MAX_MENTIONS,
    error: before.error ?? next.error,
  };
}
