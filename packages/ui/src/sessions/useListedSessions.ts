import type { CatalogEntry } from "@acp-store/core";
import { useSessionCatalog, useSessions } from "@acp-store/react";
import { useState } from "react";
import { areMapsEqual } from "./areMapsEqual.js";
import type { ListedSavedSession } from "./sessionActions.js";
import { getSessionTitle } from "./getSessionTitle.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** A row of the session list. */
export interface ListedSession {
  /** The session in the catalog of the store. */
  readonly entry: CatalogEntry;
  /** The title for display. */
  readonly title: string;
  /** Whether the session is open. */
  readonly isOpen: boolean;
  /** Whether the session is saved. */
  readonly isSaved: boolean;
  /** The title of the session that this one was forked from, if it still exists. */
  readonly parentTitle?: string;
}

interface ListFilter {
  /** A text that the title contains, in upper or lower case. */
  readonly query: string;
  readonly includesArchived: boolean;
  /** Whether to list sessions that are not open. */
  readonly includesClosed: boolean;
  /** The sessions that this browser has saved. They are listed in any case. */
  readonly saved: readonly ListedSavedSession[];
}

/** Returns the sessions to list, the most recently active first. */
export function useListedSessions(filter: ListFilter): readonly ListedSession[] {
  const { query, includesArchived, includesClosed, saved } = filter;
  const texts = useTexts("session", sessionTexts);
  const known = useSessionCatalog({ archived: "include" });
  const savedIds = new Set(saved.map(({ sessionId }) => sessionId));
  const catalog = addSaved(known, saved);
  const openTitles = useSessions({
    select: (all) =>
      new Map(
        all.map((session) => [session.sessionId, getSessionTitle(session, texts.newSession)]),
      ),
    equalityFn: areMapsEqual,
  });
  const knownTitles = useKnownTitles(openTitles, texts.newSession);
  const titleOf = ({ sessionId, title, firstPrompt }: CatalogEntry): string =>
    title ||
    (knownTitles.get(sessionId) ?? firstPrompt ?? openTitles.get(sessionId) ?? texts.untitled);
  const titles = new Map(catalog.map((entry) => [entry.sessionId, titleOf(entry)]));
  const text = query.trim().toLowerCase();

  return catalog.flatMap((entry) => {
    const title = titleOf(entry);
    const isOpen = openTitles.has(entry.sessionId);
    const isSaved = isOpen || savedIds.has(entry.sessionId);
    const isListed =
      (isSaved || includesClosed) &&
      (includesArchived || !entry.archived) &&
      title.toLowerCase().includes(text);
    const parentTitle = titles.get(entry.forkedFrom ?? "");
    return isListed
      ? [{ entry, title, isOpen, isSaved, ...(parentTitle !== undefined && { parentTitle }) }]
      : [];
  });
}

/** Returns the time of the last activity that the agent or this client has seen. 0 if unknown. */
export function getLastActivity({ updatedAt, lastActivityAt = 0 }: CatalogEntry): number {
  return Math.max(Date.parse(updatedAt ?? "") || 0, lastActivityAt);
}

/** Adds the saved sessions that the agent has not listed, by the time of their last change. */
function addSaved(
  catalog: readonly CatalogEntry[],
  saved: readonly ListedSavedSession[],
): readonly CatalogEntry[] {
  const listed = new Set(catalog.map(({ sessionId }) => sessionId));
  const added = saved.flatMap(({ sessionId, title, cwd, updatedAt = 0 }): CatalogEntry[] =>
    listed.has(sessionId)
      ? []
      : [{ sessionId, ...(title && { title }), ...(cwd && { cwd }), lastActivityAt: updatedAt }],
  );
  return added.length === 0
    ? catalog
    : [...catalog, ...added].toSorted(
        (left, right) => getLastActivity(right) - getLastActivity(left),
      );
}

/**
 * Returns the titles that sessions without a title have shown. They stay when a session
 * is closed, and while it is loaded again.
 */
function useKnownTitles(
  openTitles: ReadonlyMap<string, string>,
  untitled: string,
): ReadonlyMap<string, string> {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const added = [...openTitles].filter(
    ([sessionId, title]) => title !== untitled && known.get(sessionId) !== title,
  );
  // React renders again before it shows anything.
  if (added.length > 0) setKnown(new Map([...known, ...added]));
  return known;
}
