import type { AcpStore } from "@acp-store/core";

/** Limits the time that the agent has to confirm a cancel. */
export interface CancelTimeouts {
  /** Starts the time limit of a session whose work is being cancelled. */
  start(sessionId: string): void;
}

/**
 * Creates the time limits of the cancels of a connection. `onTimeout` is called for a session whose
 * cancel is not confirmed in time. A limit ends with the cancel, so none is left after the
 * connection has closed.
 */
export function createCancelTimeouts(
  store: AcpStore,
  timeoutMs: number | false,
  onTimeout: (sessionId: string) => void,
): CancelTimeouts {
  const limitedSessions = new Set<string>();

  function isCancelling(sessionId: string): boolean {
    const session = store.getState().sessions.get(sessionId);
    if (session === undefined) return false;
    return (
      session.activity === "cancelling" ||
      session.openTurns.some((turnId) => session.turns.get(turnId)?.status === "cancelling")
    );
  }

  function start(sessionId: string): void {
    if (timeoutMs === false || limitedSessions.has(sessionId) || !isCancelling(sessionId)) return;
    limitedSessions.add(sessionId);
    const stopIfConfirmed = (): void => (isCancelling(sessionId) ? undefined : stop());
    const unwatchers = (["activity", "openTurns"] as const).map((field) =>
      store.watch({ type: "field", sessionId, field }, stopIfConfirmed),
    );
    const timer = setTimeout(() => {
      stop();
      onTimeout(sessionId);
    }, timeoutMs);

    function stop(): void {
      clearTimeout(timer);
      for (const unwatch of unwatchers) unwatch();
      limitedSessions.delete(sessionId);
    }
  }

  return { start };
}
