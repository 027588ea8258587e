import type { CatalogEntry } from "@acp-store/core";
import { useSessionCatalog, useSessions } from "@acp-store/react";
import { useState } from "react";
import { areMapsEqual } from "../ui/areMapsEqual.js";
import { getSessionTitle, NEW_SESSION_TITLE } from "./getSessionTitle.js";

/** A row of the session list. */
export interface ListedSession {
  readonly entry: CatalogEntry;
  readonly title: string;
  readonly isOpen: boolean;
  /** The title of the session that this one was forked from, if it still exists. */
  readonly parentTitle?: string;
}

interface ListFilter {
  /** A text that the title contains, in upper or lower case. */
  readonly query: string;
  readonly includesArchived: boolean;
  /** Whether to list sessions that are not open. */
  readonly includesClosed: boolean;
}

/** Returns the sessions to list, the most recently active first. */
export function useListedSessions(filter: ListFilter): readonly ListedSession[] {
  const { query, includesArchived, includesClosed } = filter;
  const catalog = useSessionCatalog({ archived: "include" });
  const openTitles = useSessions({
    select: (all) => new Map(all.map((session) => [session.sessionId, getSessionTitle(session)])),
    equalityFn: areMapsEqual,
  });
  const knownTitles = useKnownTitles(openTitles);
  const titleOf = ({ sessionId, title }: CatalogEntry): string =>
    title || (knownTitles.get(sessionId) ?? openTitles.get(sessionId) ?? "Untitled session");
  const titles = new Map(catalog.map((entry) => [entry.sessionId, titleOf(entry)]));
  const text = query.trim().toLowerCase();

  return catalog.flatMap((entry) => {
    const title = titleOf(entry);
    const isOpen = openTitles.has(entry.sessionId);
    const isListed =
      (isOpen || includesClosed) &&
      (includesArchived || !entry.archived) &&
      title.toLowerCase().includes(text);
    const parentTitle = titles.get(entry.forkedFrom ?? "");
    return isListed
      ? [{ entry, title, isOpen, ...(parentTitle !== undefined && { parentTitle }) }]
      : [];
  });
}

/**
 * Returns the titles that sessions without a title of their own have shown. They stay when a session
 * is closed, and while it is loaded again.
 */
function useKnownTitles(openTitles: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [known, setKnown] = useState(openTitles);
  const added = [...openTitles].filter(
    ([sessionId, title]) => title !== NEW_SESSION_TITLE && known.get(sessionId) !== title,
  );
  // React renders again before it shows anything.
  if (added.length > 0) setKnown(new Map([...known, ...added]));
  return known;
}
