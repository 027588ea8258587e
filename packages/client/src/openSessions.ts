import type { AcpStore } from "@acp-store/core";
import { can } from "./abilities.js";
import type { KnownSessionRequest } from "./agentConnection.js";
import { messageOf } from "./errors.js";
import type { Link } from "./link.js";
import { withoutListenerErrors } from "./listenerErrors.js";
import { loadSession, resumeSession } from "./requests.js";

/** The sessions of a connection, so that the next link can bring them back. */
export interface OpenSessions {
  add(request: KnownSessionRequest): void;
  remove(sessionId: string): void;
  /** Resumes or loads each; those that cannot be are marked in the store. Never rejects. */
  restore(link: Link): Promise<void>;
  /** Resolves when a session is back, or was given up. */
  settled(sessionId: string): Promise<void> | undefined;
}

export function createOpenSessions(store: AcpStore): OpenSessions {
  const known = new Map<string, KnownSessionRequest>();
  const restoring = new Map<string, Promise<void>>();

  async function restore(link: Link): Promise<void> {
    for (const request of known.values()) {
      if (!isOpen(request.sessionId)) continue;
      const back = bringBack(link, request);
      restoring.set(request.sessionId, back);
      void back.then(() => restoring.delete(request.sessionId));
    }
    await Promise.all(restoring.values());
  }

  function isOpen(sessionId: string): boolean {
    return store.getState().sessions.get(sessionId)?.closed !== true;
  }

  async function bringBack(link: Link, request: KnownSessionRequest): Promise<void> {
    try {
      if (can(store, "resume")) await resumeSession(store, link, request);
      else await loadSession(store, link, request);
    } catch (error) {
      // Of a link that broke again nothing is known; the next one tries anew.
      if (link.endReason !== undefined) return;
      withoutListenerErrors(() => store.detachSession(request.sessionId, messageOf(error)));
    }
  }

  return {
    add: (request) => void known.set(request.sessionId, request),
    remove: (sessionId) => void known.delete(sessionId),
    restore,
    settled: (sessionId) => restoring.get(sessionId),
  };
}
