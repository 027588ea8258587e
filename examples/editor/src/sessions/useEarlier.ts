import { useEffect, useState } from "react";
import { messageOf } from "../connection/connectionEnd.js";
import type { EarlierSession, SessionOpener } from "../connection/sessionOpener.js";

export interface Earlier {
  /** Those that are not open. */
  readonly sessions: readonly EarlierSession[];
  readonly error: string | undefined;
  /** Asks for the next page, where the agent has one. */
  readonly more: (() => void) | undefined;
}

interface Page {
  readonly sessions: readonly EarlierSession[];
  readonly cursor?: string | undefined;
  readonly error?: string;
}

/** What the agent has kept; asked again when a session was opened or closed, or the agent is back. */
export function useEarlier(
  listEarlier: SessionOpener["listEarlier"],
  open: readonly string[],
  isReady: boolean,
): Earlier {
  const [page, setPage] = useState<Page>({ sessions: [] });
  const opened = open.join(" ");

  useEffect(() => {
    if (!isReady) return undefined;
    const stop = new AbortController();
    void nextPage(listEarlier, { sessions: [] }).then((first) => {
      if (!stop.signal.aborted) setPage(first);
    });
    return () => stop.abort();
  }, [listEarlier, isReady, opened]);
  const more = (): void => void nextPage(listEarlier, page).then(setPage);

  return {
    sessions: page.sessions.filter(({ sessionId }) => !open.includes(sessionId)),
    error: page.error,
    more: page.cursor === undefined ? undefined : more,
  };
}

async function nextPage(list: SessionOpener["listEarlier"], before: Page): Promise<Page> {
  try {
    const { sessions, nextCursor } = await list(before.cursor);
    return { sessions: [...before.sessions, ...sessions], cursor: nextCursor ?? undefined };
  } catch (error) {
    return { ...before, error: messageOf(error) };
  }
}
