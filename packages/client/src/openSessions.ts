import type { AcpStore } from "@acp-store/core";
import type { KnownSessionRequest } from "./agentConnection.js";
import { agentSupports } from "./agentMethods.js";
import { describeError } from "./errors.js";
import { isolateListenerErrors } from "@acp-store/core/tap";
import type { Link } from "./link.js";
import { loadSession, resumeSession } from "./requests.js";

/** The sessions of a connection, which are restored after a reconnect. */
export interface OpenSessions {
  /** Adds a session with the parameters that reopen it. */
  add(request: KnownSessionRequest): void;
  /** Removes a session, so that it is no longer restored. */
  remove(sessionId: string): void;
  /**
   * Resumes or loads every session over a new link. Sessions that the agent cannot restore are
   * marked as detached in the store. Never rejects.
   */
  restore(link: Link): Promise<void>;
  /**
   * Resolves when the session has been restored or detached; `undefined` if it is not restoring.
   */
  whenRestored(sessionId: string): Promise<void> | undefined;
}

/** Creates the list of sessions to restore after a reconnect. */
export function createOpenSessions(store: AcpStore): OpenSessions {
  const requests = new Map<string, KnownSessionRequest>();
  const restoring = new Map<string, Promise<void>>();

  async function restore(link: Link): Promise<void> {
    for (const request of requests.values()) {
      if (!isOpen(request.sessionId)) continue;
      const restored = restoreSession(link, request);
      restoring.set(request.sessionId, restored);
      void restored.then(() => restoring.delete(request.sessionId));
    }
    await Promise.all(restoring.values());
  }

  function isOpen(sessionId: string): boolean {
    return store.getState().sessions.get(sessionId)?.closed !== true;
  }

  async function restoreSession(link: Link, request: KnownSessionRequest): Promise<void> {
    try {
      if (agentSupports(store, "resumeSession")) await resumeSession(store, link, request);
      else await loadSession(store, link, request);
    } catch (error) {
      // If the link broke, the failure says nothing about the session. The next link retries.
      if (link.endReason !== undefined) return;
      isolateListenerErrors(() => store.detachSession(request.sessionId, describeError(error)));
    }
  }

  return {
    add: (request) => void requests.set(request.sessionId, request),
    remove: (sessionId) => void requests.delete(sessionId),
    restore,
    whenRestored: (sessionId) => restoring.get(sessionId),
  };
}
