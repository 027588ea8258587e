import type { AcpView } from "@acp-store/core";
import type { Mirror } from "@acp-store/mirror";
import { isMirror } from "./isMirror.js";

/** A session that a user interface shows. */
export interface FollowedSession {
  /** Resolves when the view has all of the session. Rejects if the session cannot be opened. */
  readonly opened: Promise<void>;
  /** Stops following. The mirror keeps the session while others follow it. */
  readonly stop: () => void;
}

/** The number of followers of a session, and the result of opening it. */
interface Followed {
  count: number;
  /** Absent after a failure, so that the next attempt opens the session again. */
  opened?: Promise<void>;
}

/** The sessions of each mirror that are followed. */
const followedSessions = new WeakMap<Mirror, Map<string, Followed>>();

/**
 * Mirrors a session completely until `stop` is called. A session that the owner has not opened is loaded
 * from its agent. Several parts of a page can follow the same session. Does nothing for a store, which has
 * the content of all sessions.
 *
 * @example
 * ```ts
 * const session = followSession(fleet.getView("gemini"), "s1");
 * await session.opened;
 * session.stop();
 * ```
 */
export function followSession(view: AcpView, sessionId: string): FollowedSession {
  if (!isMirror(view)) return { opened: Promise.resolve(), stop: () => {} };
  const sessions = followedSessions.get(view) ?? new Map<string, Followed>();
  followedSessions.set(view, sessions);
  const followed: Followed = sessions.get(sessionId) ?? { count: 0 };
  sessions.set(sessionId, followed);
  followed.count++;
  const opened = (followed.opened ??= open(view, sessionId));
  opened.catch(() => {
    if (followed.opened === opened) delete followed.opened;
  });
  let isStopped = false;

  function leave(mirror: Mirror): void {
    if (followed.count > 0 || sessions.get(sessionId) !== followed) return;
    sessions.delete(sessionId);
    mirror.leave(sessionId);
  }

  return {
    opened,
    stop() {
      if (isStopped) return;
      isStopped = true;
      followed.count--;
      // A framework may mount the component again at once, or another one for the same session.
      if (followed.count === 0) setTimeout(leave, 0, view);
    },
  };
}

async function open(mirror: Mirror, sessionId: string): Promise<void> {
  const { catalog, sessions } = mirror.getState();
  const cwd = catalog.get(sessionId)?.cwd;
  const session = sessions.get(sessionId);
  const isOpen = session !== undefined && !session.closed;
  if (!isOpen && cwd !== undefined) await mirror.actions.loadSession({ sessionId, cwd });
  await mirror.open(sessionId);
}
