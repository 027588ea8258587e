import type { AcpStore, Frame } from "@acp-store/core";
import type { AnyRequest } from "@agentclientprotocol/sdk";
import type { KnownSessionRequest } from "./agentConnection.js";
import { agentSupports } from "./agentMethods.js";
import { describeError } from "./errors.js";
import { isolateListenerErrors } from "@acp-store/core/tap";
import { isRequest } from "./history.js";
import { isObject } from "./isObject.js";
import { type Link, opensSession } from "./link.js";
import { loadSession, resumeSession } from "./requests.js";

/** The sessions of a connection, which are restored after a reconnect. */
export interface OpenSessions {
  /** Adds a session with the parameters that reopen it. */
  add(request: KnownSessionRequest): void;
  /** Adds the sessions that were opened in the history of a stream. */
  addFromHistory(history: readonly Frame[]): void;
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
      if (agentSupports(store.getState(), "resumeSession"))
        await resumeSession(store, link, request);
      else await loadSession(store, link, request);
    } catch (error) {
      // If the link broke, the failure says nothing about the session. The next link retries.
      if (link.endReason !== undefined) return;
      isolateListenerErrors(() => store.detachSession(request.sessionId, describeError(error)));
    }
  }

  const add = (request: KnownSessionRequest): void => void requests.set(request.sessionId, request);

  return {
    add,
    addFromHistory: (history) => findOpenedSessions(history).forEach(add),
    remove: (sessionId) => void requests.delete(sessionId),
    restore,
    whenRestored: (sessionId) => restoring.get(sessionId),
  };
}

/** Returns the parameters of the sessions that the history opened. */
function findOpenedSessions(history: readonly Frame[]): readonly KnownSessionRequest[] {
  const requests = new Map<unknown, AnyRequest>();
  const opened: KnownSessionRequest[] = [];
  for (const { dir, msg } of history) {
    if (dir === "sent" && isRequest(msg) && opensSession(msg.method)) requests.set(msg.id, msg);
    if (dir !== "recv" || !isObject(msg) || !("result" in msg)) continue;
    const sent = requests.get(msg["id"])?.params;
    requests.delete(msg["id"]);
    if (!isObject(sent)) continue;
    // The history contains the transcript, so a later restore must not ask for it again.
    const { replayFrom: _, ...params } = sent;
    const request = { ...params, ...pickSessionId(msg["result"]) };
    if (isKnownSession(request)) opened.push(request);
  }
  return opened;
}

function isKnownSession(request: object): request is KnownSessionRequest {
  return (
    "sessionId" in request &&
    typeof request.sessionId === "string" &&
    "cwd" in request &&
    typeof request.cwd === "string"
  );
}

/** Returns the id of a new session, which is in the response. */
function pickSessionId(result: unknown): object {
  return isObject(result) && "sessionId" in result ? { sessionId: result["sessionId"] } : {};
}
