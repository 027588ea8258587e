import { useEffect, useState } from "react";
import { getErrorMessage } from "../connection/connectionEnd.js";
import type { EarlierSession, SessionActions } from "../connection/createSessionActions.js";

export interface EarlierSessionsState {
  /** The existing sessions that are not open. */
  readonly sessions: readonly EarlierSession[];
  readonly error: string | undefined;
  /** Loads the next page. `undefined` if there is none. */
  readonly loadMore: (() => void) | undefined;
}

interface LoadedSessions {
  readonly sessions: readonly EarlierSession[];
  readonly cursor?: string | undefined;
  readonly error?: string;
}

/**
 * Lists the agent's existing sessions. Reloads when a session opens or closes, or after a
 * reconnect.
 */
export function useEarlierSessions(
  listEarlierSessions: SessionActions["listEarlierSessions"],
  open: readonly string[],
  isReady: boolean,
): EarlierSessionsState {
  const [page, setPage] = useState<LoadedSessions>({ sessions: [] });
  const opened = open.join(" ");

  useEffect(() => {
    if (!isReady) return undefined;
    const stop = new AbortController();
    void loadNextPage(listEarlierSessions, { sessions: [] }).then((first) => {
      if (!stop.signal.aborted) setPage(first);
    });
    return () => stop.abort();
  }, [listEarlierSessions, isReady, opened]);
  const loadMore = (): void => void loadNextPage(listEarlierSessions, page).then(setPage);

  return {
    sessions: page.sessions.filter(({ sessionId }) => !open.includes(sessionId)),
    error: page.error,
    loadMore: page.cursor === undefined ? undefined : loadMore,
  };
}

async function loadNextPage(
  list: SessionActions["listEarlierSessions"],
  before: LoadedSessions,
): Promise<LoadedSessions> {
  try {
    const { sessions, nextCursor } = await list(before.cursor);
    return { sessions: [...before.sessions, ...sessions], cursor: nextCursor ?? undefined };
  } catch (error) {
    return { ...before, error: getErrorMessage(error) };
  }
}
