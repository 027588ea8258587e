import type { ReadableAcpStore } from "@acp-store/core";

/** The sessions whose turn was interrupted, until their next turn. */
export interface InterruptedSessions {
  /** Adds a session, or removes it. Its newest turn is the interrupted one. */
  mark(sessionId: string, isInterrupted: boolean): void;
}

/**
 * Follows the sessions whose turn was interrupted. `onChange` is called with their ids. A session ends
 * with its next turn, also one from the queue. That turn may already have ended, because a store
 * notifies its listeners at most once per frame.
 */
export function followInterruptedSessions(
  store: ReadableAcpStore,
  onChange: (sessionIds: readonly string[]) => void,
): InterruptedSessions {
  /** The newest turn of each session when it was marked. */
  const interruptedTurns = new Map<string, string | undefined>();

  const getNewestTurn = (sessionId: string): string | undefined => {
    const turns = store.getState().sessions.get(sessionId)?.turns;
    return turns && [...turns.keys()].at(-1);
  };
  store.watch({ type: "table", table: "turns" }, () => {
    let hasChanged = false;
    for (const [sessionId, interruptedTurn] of interruptedTurns) {
      const newest = getNewestTurn(sessionId);
      // There is none while the agent replays the transcript.
      if (newest !== undefined && newest !== interruptedTurn)
        hasChanged = interruptedTurns.delete(sessionId);
    }
    if (hasChanged) onChange([...interruptedTurns.keys()]);
  });
  return {
    mark(sessionId, isInterrupted) {
      interruptedTurns.delete(sessionId);
      if (isInterrupted) interruptedTurns.set(sessionId, getNewestTurn(sessionId));
      onChange([...interruptedTurns.keys()]);
    },
  };
}
