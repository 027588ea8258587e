import { type AgentConnection, isAcpConnectionError } from "@acp-store/client";
import type { AcpStore } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import { getAdjacentSession } from "../shell/sessionTree.js";
import { getErrorMessage, toSentence } from "./connectionEnd.js";
import type { LinkStateStore } from "./linkState.js";

/** The actions for opening, switching and closing the agent's sessions. */
export interface SessionActions {
  newSession(): void;
  /** Shows an open session. */
  showSession(sessionId: string): void;
  /** Opens an existing session. The agent replays its transcript if it supports that. */
  openEarlierSession(sessionId: string): void;
  closeSession(sessionId: string): void;
  /**
   * Lists one page of the agent's existing sessions in this folder. Empty if it does not support
   * that.
   */
  listEarlierSessions(cursor?: string): Promise<SessionPage>;
  authenticate(methodId: string): void;
}

export interface SessionPage {
  readonly sessions: readonly EarlierSession[];
  readonly nextCursor?: string | null;
}

export interface EarlierSession {
  readonly sessionId: string;
  readonly title?: string | null;
  readonly updatedAt?: string | null;
}

interface SessionActionsOptions {
  readonly store: AcpStore;
  readonly state: LinkStateStore;
  readonly connected: Promise<AgentConnection>;
  readonly cwd: string;
}

const AUTH_REQUIRED = -32000;
const NO_SESSIONS: SessionPage = { sessions: [] };

export function createSessionActions({
  store,
  state,
  connected,
  cwd,
}: SessionActionsOptions): SessionActions {
  let retryAfterSignIn: () => Promise<string> = create;

  async function create(): Promise<string> {
    return (await (await connected).newSession({ cwd })).sessionId;
  }

  async function open(openSession: () => Promise<string>): Promise<void> {
    retryAfterSignIn = openSession;
    state.set({ isOpening: true, openError: undefined });
    try {
      const sessionId = await openSession();
      state.set({ sessionId, isOpening: false, signIn: undefined });
    } catch (error) {
      const needsSignIn = error instanceof RequestError && error.code === AUTH_REQUIRED;
      state.set({
        isOpening: false,
        ...(needsSignIn
          ? { signIn: { isBusy: false } }
          : { openError: toSentence(getErrorMessage(error)) }),
      });
    }
  }

  async function load(sessionId: string): Promise<string> {
    const agent = await connected;
    const before = state.get().sessionId;
    const request = { sessionId, cwd };
    // Shows the session immediately, so that the user sees the transcript arrive.
    state.set({ sessionId, loadingId: sessionId });
    try {
      await agent.loadSession(request).catch((error: unknown) => {
        if (isAcpConnectionError(error) && error.reason === "unsupported")
          return agent.resumeSession(request);
        throw error;
      });
    } catch (error) {
      store.closeSession(sessionId);
      state.set({ sessionId: before });
      throw error;
    } finally {
      state.set({ loadingId: undefined });
    }
    return sessionId;
  }

  async function signIn(methodId: string): Promise<void> {
    state.set({ signIn: { isBusy: true } });
    try {
      await (await connected).authenticate(methodId);
      await open(retryAfterSignIn);
    } catch (error) {
      state.set({ signIn: { isBusy: false, error: getErrorMessage(error) } });
    }
  }

  async function close(sessionId: string): Promise<void> {
    if (state.get().sessionId === sessionId)
      state.set({ sessionId: getAdjacentSession(store.getState(), sessionId) });
    // The session is closed locally even if the connection is gone or the agent cannot close it.
    await (await connected).closeSession(sessionId).catch(() => {});
  }

  return {
    newSession: () => void open(create),
    showSession: (sessionId) => state.set({ sessionId, openError: undefined, signIn: undefined }),
    openEarlierSession: (sessionId) => void open(() => load(sessionId)),
    closeSession: (sessionId) => void close(sessionId),
    async listEarlierSessions(cursor) {
      const agent = await connected;
      const request = { cwd, ...(cursor !== undefined && { cursor }) };
      return agent.listSessions(request).catch((error: unknown) => {
        if (isAcpConnectionError(error) && error.reason === "unsupported") return NO_SESSIONS;
        throw error;
      });
    },
    authenticate: (methodId) => void signIn(methodId),
  };
}
