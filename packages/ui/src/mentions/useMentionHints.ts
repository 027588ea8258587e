import { useAcpView, useSessionId } from "@acp-store/react";
import { useProvidedReview } from "@acp-store/review/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { type OptionKeys, useOptionKeys } from "../composer/useOptionKeys.js";
import { useAcpUi } from "../context/acpUi.js";
import { composerTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { Mention, MentionSession, MentionSource } from "./mention.js";
import { findMentionQuery, type MentionQuery } from "./mentionText.js";
import type { FoundMention, FoundMentions } from "./searchMentions.js";

/** The mentions that match the text before the caret. */
export interface MentionHints extends OptionKeys {
  /** The mentions, in the order of their sources. */
  readonly mentions: readonly Mention[];
  /** Whether there are more. The user has to type more to see them. */
  readonly hasMore: boolean;
  /** The reason why a source could not search. */
  readonly error: string | undefined;
}

/** The mentions, and what the composer needs to insert one of them. */
export interface MentionSearch {
  readonly hints: MentionHints;
  /** The session that the sources get. */
  readonly session: MentionSession;
  /** The text that the chosen mention replaces. */
  readonly query: MentionQuery | undefined;
  readonly found: readonly FoundMention[];
  /** Follows a change of the text. */
  onType(text: string, caret: number): void;
  /** Follows the caret. If the user moves it, the list is closed. */
  onSelect(caret: number): void;
}

const NOTHING_FOUND: FoundMentions = { items: [], hasMore: false };
const NOTHING_TYPED = { text: "", caret: 0 };
const NO_MENTION_SOURCES: readonly MentionSource[] = [];

const loadMentions = () => import("./index.js");

/**
 * Searches for the mention that the user types. Pasted text, such as code with decorators, opens no list. Each key aborts the
 * previous search. Until the first mentions are found, the previous ones stay.
 */
export function useMentionHints(text: string): MentionSearch {
  const sessionId = useSessionId();
  const { cwd } = useAcpUi();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const query = typed.text === text ? findMentionQuery(text, typed.caret) : undefined;
  const session = useMemo(() => ({ sessionId, cwd }), [sessionId, cwd]);
  const subject = query === undefined ? "" : `${sessionId} ${query.start}`;
  const { items, hasMore, error } = useFoundMentions(query?.query, subject, session);
  const keys = useOptionKeys({
    ...{ count: items.length, query: query?.query ?? "", subject },
  });
  const mentions = useMemo(() => items.map(({ mention }) => mention), [items]);
  return {
    hints: { ...keys, mentions, hasMore, error },
    ...{ session, query, found: items },
    onType(next, caret) {
      const isOneKey = next.length - text.length <= 1;
      const isContinued =
        query !== undefined && findMentionQuery(next, caret)?.start === query.start;
      setTyped(isOneKey || isContinued ? { text: next, caret } : NOTHING_TYPED);
    },
    onSelect(caret) {
      if (caret !== typed.caret) setTyped(NOTHING_TYPED);
    },
  };
}

/** Returns the mentions that match a query. `subject` tells the mentions of a text apart. */
function useFoundMentions(
  query: string | undefined,
  subject: string,
  session: MentionSession,
): FoundMentions {
  const [latest, setLatest] = useState({ subject: "", found: NOTHING_FOUND });
  const search = useMentionSearch();
  const currentSearch = useRef(search);
  useEffect(() => {
    currentSearch.current = search;
  });
  useEffect(() => {
    if (query === undefined) return undefined;
    const stop = new AbortController();
    const onFound = (found: FoundMentions): void => setLatest({ subject, found });
    currentSearch.current(query, session, stop.signal, onFound).catch(() => {
      // Without a network, the code cannot be loaded. The text stays what the user types.
    });
    return () => stop.abort();
  }, [query, subject, session]);
  return query !== undefined && latest.subject === subject ? latest.found : NOTHING_FOUND;
}

type Search = (
  query: string,
  session: MentionSession,
  signal: AbortSignal,
  onFound: (found: FoundMentions) => void,
) => Promise<void>;

/** Returns a function that searches in the sources of the application and in those of this package. */
function useMentionSearch(): Search {
  const view = useAcpView();
  const review = useProvidedReview()?.review;
  const { mentions = NO_MENTION_SOURCES, readFile } = useAcpUi();
  const { allChanges, changesIn } = useTexts("composer", composerTexts);
  return async (query, session, signal, onFound) => {
    const { createChangeMentions, createSessionMentions, searchMentions } = await loadMentions();
    const changes = createChangeMentions({ view, review, readFile, allChanges, changesIn });
    const sources = [changes, ...mentions, createSessionMentions(view)];
    await searchMentions(query, sources, session, signal, onFound);
  };
}
