import type { AcpView } from "@acp-store/core";
import { agentSupports } from "@acp-store/core/actions";
import type { Mirror } from "@acp-store/mirror";

/** A session that components show. */
interface Held {
  /** The number of components. */
  count: number;
  /** Absent after a failure, so that the next attempt opens the session again. */
  opened?: Promise<void>;
}

/** The sessions of each mirror that components show. */
const heldSessions = new WeakMap<Mirror, Map<string, Held>>();

/** Returns whether a view is a mirror. The store itself has the content of all sessions. */
export function isMirror(view: AcpView): view is Mirror {
  return "isComplete" in view;
}

/**
 * Mirrors a session completely, until `release` was called as often as this function. A session that the
 * owner has not opened is loaded from its agent.
 */
export function holdSession(
  mirror: Mirror,
  sessionId: string,
): { readonly opened: Promise<void>; readonly release: () => void } {
  const sessions = heldSessions.get(mirror) ?? new Map<string, Held>();
  heldSessions.set(mirror, sessions);
  const held: Held = sessions.get(sessionId) ?? { count: 0 };
  sessions.set(sessionId, held);
  held.count++;
  const opened = (held.opened ??= open(mirror, sessionId));
  opened.catch(() => {
    if (held.opened === opened) delete held.opened;
  });

  function leave(): void {
    if (held.count > 0 || sessions.get(sessionId) !== held) return;
    sessions.delete(sessionId);
    mirror.leave(sessionId);
  }

  return {
    opened,
    release() {
      held.count--;
      // React may mount the component again at once, or another one for the same session.
      if (held.count === 0) setTimeout(leave);
    },
  };
}

async function open(mirror: Mirror, sessionId: string): Promise<void> {
  const state = mirror.getState();
  const cwd = state.catalog.get(sessionId)?.cwd;
  const session = state.sessions.get(sessionId);
  const isOpen = session !== undefined && !session.closed;
  if (!isOpen && cwd !== undefined) {
    const canOnlyResume =
      agentSupports(state, "resumeSession") && !agentSupports(state, "loadSession");
    const { loadSession, resumeSession } = mirror.actions;
    await (canOnlyResume ? resumeSession : loadSession)({ sessionId, cwd });
  }
  await mirror.open(sessionId);
}
