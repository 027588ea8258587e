import { type AgentConnection, isAcpConnectionError } from "@acp-store/client";
import type { AcpStore, Session } from "@acp-store/core";
import type { SessionInFolder } from "@acp-store/core/actions";
import type { MirrorAgent } from "@acp-store/mirror";
import type { Persistence } from "@acp-store/persist";
import { RequestError } from "@agentclientprotocol/sdk";
import { AUTH_REQUIRED } from "../connection/connectionEnd.js";
import { isSessionOpen } from "@acp-store/ui";
import type { SavedSessions } from "../saved/createSavedSessions.js";
import { OwnerRequest } from "./ownerRequests.js";
import { getErrorMessage } from "../ui/texts.js";

/** The agent as the tabs reach it through the owner. */
export interface OwnerAgent extends MirrorAgent {
  /**
   * Opens a session that the agent or this browser has. The saved transcript is shown until the agent
   * has loaded the session, and stays readable if the agent cannot open it.
   */
  loadSession(request: SessionInFolder): Promise<unknown>;
  /** Cancels the running turn of a session. */
  cancel(sessionId: string): Promise<unknown>;
}

interface OwnerAgentOptions {
  readonly store: AcpStore;
  readonly connected: Promise<AgentConnection>;
  readonly saved: SavedSessions;
  readonly persistence: Persistence;
  /** Carries out the requests of tabs that do not concern sessions. */
  readonly onRequest: (method: string, params: Readonly<Record<string, unknown>>) => unknown;
}

/** Carries out the actions of the tabs. Actions that arrive before the agent is ready wait for it. */
export function createOwnerAgent(options: OwnerAgentOptions): OwnerAgent {
  const { store, connected, saved, persistence } = options;
  const loading = new Map<string, Promise<unknown>>();

  function loadSession(request: SessionInFolder): Promise<unknown> {
    const { sessionId } = request;
    // Several tabs may show the session.
    const running = loading.get(sessionId);
    if (running !== undefined) return running;
    if (isAttached(store.getState().sessions.get(sessionId))) return Promise.resolve({});
    const load = loadUnopened(request).finally(() => loading.delete(sessionId));
    loading.set(sessionId, load);
    return load;
  }

  async function loadUnopened(request: SessionInFolder): Promise<unknown> {
    const { sessionId } = request;
    // A session that was just closed may not be written yet.
    await persistence.flush();
    await saved.restore(store, sessionId);
    try {
      const agent = await connected;
      if (store.getState().catalog.get(sessionId)?.archived)
        await agent.unarchiveSession(sessionId);
      const opened = toClientRequest(request);
      await agent.loadSession(opened).catch((error: unknown) => {
        if (isUnsupported(error)) return agent.resumeSession(opened);
        throw error;
      });
    } catch (error) {
      const isRestored = store.getState().sessions.get(sessionId)?.restored === true;
      if (isRestored && isAuthRequired(error)) throw error;
      // The saved transcript stays readable.
      if (isRestored) store.detachSession(sessionId, getErrorMessage(error));
      else {
        store.closeSession(sessionId);
        throw error;
      }
      return {};
    }
    return {};
  }

  async function fork(request: SessionInFolder): Promise<{ sessionId: string }> {
    const agent = await connected;
    const copy = await agent.forkSession(toClientRequest(request));
    // The response does not contain the conversation.
    await agent
      .loadSession(toClientRequest({ ...request, sessionId: copy.sessionId }))
      .catch((error: unknown) => {
        if (!isUnsupported(error)) throw error;
      });
    return copy;
  }

  async function forget(sessionId: string): Promise<void> {
    for (const id of await saved.findFamily(sessionId)) await persistence.remove(id);
    if (isSessionOpen(store.getState(), sessionId)) await closeSession(sessionId);
  }

  async function closeSession(sessionId: string): Promise<void> {
    // The session is closed locally even if the connection is gone or the agent refuses.
    await connected.then((agent) => agent.closeSession(sessionId)).catch(() => {});
    if (isSessionOpen(store.getState(), sessionId)) store.closeSession(sessionId);
  }

  return {
    loadSession,
    forkSession: fork,
    closeSession,
    prompt: async (...args) => (await connected).prompt(...args),
    cancel: async (...args) => (await connected).cancel(...args),
    sendNow: async (...args) => (await connected).sendNow(...args),
    setMode: async (...args) => (await connected).setMode(...args),
    setModel: async (...args) => (await connected).setModel(...args),
    setConfigOption: async (...args) => (await connected).setConfigOption(...args),
    newSession: async ({ cwd }) => (await connected).newSession({ cwd }),
    listSessions: async (request) => (await connected).listSessions(request),
    archiveSession: async (...args) => (await connected).archiveSession(...args),
    unarchiveSession: async (...args) => (await connected).unarchiveSession(...args),
    deleteSession: async (...args) => (await connected).deleteSession(...args),
    setSessionTitle: async (...args) => (await connected).setSessionTitle(...args),
    authenticate: async (methodId) => (await connected).authenticate(methodId),
    logout: async () => (await connected).logout(),
    getAuthStatus: async () => (await connected).getAuthStatus(),
    async request(method, params = {}) {
      const { sessionId } = params;
      if (method === OwnerRequest.forgetSession && typeof sessionId === "string")
        return forget(sessionId);
      return options.onRequest(method, params);
    },
  };
}

function toClientRequest({ sessionId, cwd }: SessionInFolder) {
  return { sessionId, cwd };
}

/** Returns whether the agent has the session open. */
function isAttached(session: Session | undefined): boolean {
  if (session === undefined || session.closed) return false;
  return session.restored !== true && session.detached === undefined;
}

function isAuthRequired(error: unknown): boolean {
  return error instanceof RequestError && error.code === AUTH_REQUIRED;
}

function isUnsupported(error: unknown): boolean {
  return isAcpConnectionError(error) && error.reason === "unsupported";
}
