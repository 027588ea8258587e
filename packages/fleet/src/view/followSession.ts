import type { AcpView } from "@acp-store/core";
import type { Mirror } from "@acp-store/mirror";
import { isMirror } from "./isMirror.js";
import { isOnlySaved, restoreContent } from "./savedContent.js";

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
  /** Stops following the subagents of the session. */
  readonly stopSubagents: () => void;
  readonly unwatch: () => void;
}

/** The sessions of each mirror that are followed. */
const followedSessions = new WeakMap<Mirror, Map<string, Followed>>();

/**
 * Mirrors a session with its subagents completely until `stop` is called, even if the owner starts again. A
 * session that the owner has saved is restored from its storage, and one that it does not have is loaded from its agent.
 * Several parts of a page can follow the same session. In a store, this only restores a saved session.
 *
 * @example
 * ```ts
 * const session = followSession(fleet.getView("gemini"), "s1");
 * await session.opened;
 * session.stop();
 * ```
 */
export function followSession(view: AcpView, sessionId: string): FollowedSession {
  if (!isMirror(view)) return { opened: restoreContent(view, sessionId), stop: () => {} };
  return followIn(view, sessionId, []);
}

/** Follows a session of a mirror. `parents` are the sessions that it is a subagent of. */
function followIn(view: Mirror, sessionId: string, parents: readonly string[]): FollowedSession {
  const sessions = followedSessions.get(view) ?? new Map<string, Followed>();
  followedSessions.set(view, sessions);
  const followed = sessions.get(sessionId) ?? createFollowed(view, sessionId, parents);
  sessions.set(sessionId, followed);
  followed.count++;
  const opened = (followed.opened ??= load(view, sessionId).then(() => view.open(sessionId)));
  opened.catch(() => {
    if (followed.opened === opened) delete followed.opened;
  });
  let isStopped = false;

  function leave(mirror: Mirror): void {
    if (followed.count > 0 || sessions.get(sessionId) !== followed) return;
    sessions.delete(sessionId);
    followed.unwatch();
    followed.stopSubagents();
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

/** Starts to follow a session. An owner that has started again has only saved it. */
function createFollowed(mirror: Mirror, sessionId: string, parents: readonly string[]): Followed {
  const unwatch = mirror.watch({ type: "state", field: "catalog" }, () => {
    if (isOnlySaved(mirror, sessionId)) load(mirror, sessionId).catch(() => {});
  });
  return { count: 0, unwatch, stopSubagents: followSubagents(mirror, [...parents, sessionId]) };
}

/**
 * Follows the subagents of the last of these sessions, also those that start later. Returns a function that
 * stops it.
 */
function followSubagents(mirror: Mirror, sessionIds: readonly string[]): () => void {
  const sessionId = sessionIds.at(-1) ?? "";
  const followed = new Map<string, FollowedSession>();
  function followNew(): void {
    for (const id of mirror.getState().sessions.get(sessionId)?.subagents.keys() ?? []) {
      // An agent may name a session as its own subagent.
      if (followed.has(id) || sessionIds.includes(id)) continue;
      const session = followIn(mirror, id, sessionIds);
      followed.set(id, session);
      // The session itself is shown without the transcript.
      session.opened.catch(() => {});
    }
  }
  followNew();
  const unwatch = mirror.watch({ type: "table", sessionId, table: "subagents" }, followNew);
  return () => {
    unwatch();
    for (const { stop } of followed.values()) stop();
  };
}

/** Asks the owner for a session that it does not have. */
async function load(mirror: Mirror, sessionId: string): Promise<void> {
  const { catalog, sessions } = mirror.getState();
  const { cwd, saved } = catalog.get(sessionId) ?? {};
  const session = sessions.get(sessionId);
  const isOpen = session !== undefined && !session.closed;
  if (saved || (!isOpen && cwd !== undefined))
    await mirror.actions.loadSession({ sessionId, cwd: cwd ?? "" });
}
