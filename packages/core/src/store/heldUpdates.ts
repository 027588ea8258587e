import type { Committer } from "../commit/createCommitter.js";
import type { Diagnostic } from "../diagnostics.js";
import type { AcpEventBody } from "../events/event.js";
import type { SessionId } from "../state/entities.js";

/**
 * The updates of restored sessions that are being loaded. They wait until the load is complete, so
 * that the saved transcript is shown until the new one replaces it as a whole.
 */
export interface HeldUpdates {
  /**
   * Holds the events of an update if its session is restored and being loaded. Drops them if the
   * load has failed, because a cancelled agent may continue its replay. Returns whether it did
   * either. `path` is the position of the update in its message.
   */
  hold(sessionId: SessionId, events: readonly AcpEventBody[], path: Diagnostic["path"]): boolean;
  /**
   * Must be called before an event that begins or ends a load: commits the held updates if the load
   * was successful, or if a prompt ends it, and drops them otherwise.
   */
  settle(event: AcpEventBody, at?: number): void;
  /** Drops everything, because the connection is lost. */
  clear(): void;
}

interface HeldEvent {
  readonly event: AcpEventBody;
  readonly path: Diagnostic["path"];
}

/** Creates the held updates of a store. */
export function createHeldUpdates({ tree, tryCommit, batch }: Committer): HeldUpdates {
  /** The events that wait, by the session that is being loaded. */
  const held = new Map<SessionId, HeldEvent[]>();
  /** The restored sessions whose load has failed. */
  const failed = new Set<SessionId>();

  const hold: HeldUpdates["hold"] = (sessionId, events, path) => {
    // Looking up an id that was just parsed means hashing it.
    if (held.size === 0 && failed.size === 0) return false;
    const waiting = held.get(sessionId);
    if (waiting === undefined) return failed.has(sessionId);
    for (const event of events) waiting.push({ event, path });
    return true;
  };

  const settle: HeldUpdates["settle"] = (event, at) => {
    switch (event.type) {
      case "session_opened":
        return void failed.delete(event.sessionId);
      case "replay_started":
        forget(event.sessionId);
        if (tree.find(event.sessionId)?.fields.restored) held.set(event.sessionId, []);
        return undefined;
      case "session_closed":
        return forget(event.sessionId);
      case "replay_ended":
        if (!event.failed) return release(event.sessionId, at);
        if (held.delete(event.sessionId)) failed.add(event.sessionId);
        return undefined;
      case "turn_started":
        return release(event.sessionId, at);
      default:
        return undefined;
    }
  };

  function forget(sessionId: SessionId): void {
    held.delete(sessionId);
    failed.delete(sessionId);
  }

  function release(sessionId: SessionId, at: number | undefined): void {
    const waiting = held.get(sessionId);
    forget(sessionId);
    if (waiting !== undefined)
      batch(() => waiting.forEach(({ event, path }) => tryCommit(event, at, path)));
  }

  function clear(): void {
    held.clear();
    failed.clear();
  }

  return { hold, settle, clear };
}
