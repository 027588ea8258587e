import type { Session } from "@acp-store/core";
import { useAuth, useConnection, useSessions } from "@acp-store/react";
import { useEffect, useState } from "react";
import { getErrorMessage } from "../format/errors.js";
import { isSignInMissing } from "../connection/connectionStatus.js";
import type { SessionListActions } from "./sessionActions.js";
import { useAgentSupport } from "./useAgentSupport.js";

/** The state of asking the agent for its sessions. */
export interface SessionListing {
  /** Whether a page is being loaded. */
  readonly isLoading: boolean;
  /** Why the last page could not be loaded. */
  readonly error?: string;
  /** Loads the next page. `undefined` if there is none. */
  readonly loadMore?: () => void;
}

interface LoadedPages {
  readonly isLoading: boolean;
  readonly error?: string;
  readonly cursor?: string;
}

/**
 * Asks the agent for its sessions, page by page. The store keeps the sessions in its catalog. Starts
 * over after a reconnect, when archived sessions are included or left out, and when a turn ends in a
 * session without a title: some agents report new titles only in the list.
 */
export function useSessionListing(
  listSessions: SessionListActions["listSessions"],
  includesArchived: boolean,
): SessionListing {
  const canList = useAgentSupport()("listSessions") && listSessions !== undefined;
  const isConnected = useConnection((connection) => connection?.status === "ready");
  // Signing in starts over, because the agent may have refused to list its sessions before.
  const isReady = !useAuth(isSignInMissing) && isConnected;
  const untitledTurns = useSessions((all) => all.reduce(addUntitledTurns, 0));
  const [pages, setPages] = useState<LoadedPages>({ isLoading: false });

  const load = async (
    list: NonNullable<typeof listSessions>,
    cursor?: string,
    signal?: AbortSignal,
  ): Promise<void> => {
    setPages(({ error: _, ...before }) => ({ ...before, isLoading: true }));
    const loaded = await list({ cursor, includesArchived }).then(
      (next): LoadedPages => ({ isLoading: false, ...(next !== undefined && { cursor: next }) }),
      (error: unknown): LoadedPages => ({
        isLoading: false,
        error: getErrorMessage(error),
        ...(cursor !== undefined && { cursor }),
      }),
    );
    if (!signal?.aborted) setPages(loaded);
  };
  useEffect(() => {
    if (!isReady || !canList) return undefined;
    const stop = new AbortController();
    // This effect synchronizes with an external system, the agent.
    // oxlint-disable-next-line react/set-state-in-effect
    void load(listSessions, undefined, stop.signal);
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [listSessions, includesArchived, isReady, canList, untitledTurns]);

  const { isLoading, cursor, error } = pages;
  return {
    isLoading,
    ...(isReady && error !== undefined && { error }),
    ...(isReady &&
      cursor !== undefined &&
      listSessions !== undefined && { loadMore: () => void load(listSessions, cursor) }),
  };
}

/** Adds the number of turns that have ended in a session without a title. */
function addUntitledTurns(sum: number, { info, openTurns, turns }: Session): number {
  return info.title ? sum : sum + turns.size - openTurns.length;
}
