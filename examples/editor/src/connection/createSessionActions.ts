import { type AgentConnection, isAcpConnectionError } from "@acp-store/client";
import { type AcpStore, selectSessions, type Session } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import { getAdjacentSession } from "../shell/sessionTree.js";
import { getErrorMessage, toSentence } from "./connectionEnd.js";
import { type LastSession, readLastSession, storeLastSession } from "./lastSession.js";
import type { LinkState, LinkStateStore } from "./linkState.js";
import { OpenElsewhereError, releaseSession, reserveSession } from "./tabLocks.js";

/** The actions for opening, switching and closing the agent's sessions. */
export interface SessionActions {
  newSession(): void;
  /**
   * Shows the session that this tab showed before it was reloaded. Opens it if its agent has ended,
   * or else a new one.
   */
  openLastSession(): void;
  /** Repeats the last attempt to open a session. */
  retryOpening(): void;
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
  let lastAttempt: () => Promise<string> = create;
  rememberShownSession(store, state);

  async function create(): Promise<string> {
    const { sessionId } = await (await connected).newSession({ cwd });
    await reserveSession(sessionId);
    return sessionId;
  }

  /** Shows a session that an agent kept while the page was reloaded. */
  async function showKept({ sessionId }: Session): Promise<string> {
    for (const other of getOpenSessions()) await reserveSession(other.sessionId);
    return sessionId;
  }

  /** Returns the open sessions of the store, except those of subagents. */
  function getOpenSessions(): readonly Session[] {
    return selectSessions(store.getState()).filter(
      (session) => session.parentSessionId === undefined,
    );
  }

  async function openLast({ sessionId, isBusy }: LastSession): Promise<string> {
    try {
      await load(sessionId);
    } catch (error) {
      if (error instanceof OpenElsewhereError || isAuthRequired(error)) throw error;
      // The agent does not know the session, for example because it had no prompt yet.
      return create();
    }
    if (isBusy) state.set({ interruptedId: sessionId });
    return sessionId;
  }

  async function open(openSession: () => Promise<string>): Promise<void> {
    lastAttempt = openSession;
    state.set({ isOpening: true, openError: undefined });
    try {
      const sessionId = await openSession();
      state.set({ sessionId, isOpening: false, signIn: undefined });
    } catch (error) {
      state.set({
        isOpening: false,
        ...(isAuthRequired(error)
          ? { signIn: { isBusy: false } }
          : { openError: describeOpenError(error) }),
      });
    }
  }

  async function load(sessionId: string): Promise<string> {
    const agent = await connected;
    const before = state.get().sessionId;
    const request = { sessionId, cwd };
    await reserveSession(sessionId);
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
      releaseSession(sessionId);
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
      await open(lastAttempt);
    } catch (error) {
      state.set({ signIn: { isBusy: false, error: getErrorMessage(error) } });
    }
  }

  async function close(sessionId: string): Promise<void> {
    if (readLastSession()?.sessionId === sessionId) storeLastSession(undefined);
    if (state.get().sessionId === sessionId)
      state.set({ sessionId: getAdjacentSession(store.getState(), sessionId) });
    // The session is closed locally even if the connection is gone or the agent cannot close it.
    await (await connected).closeSession(sessionId).catch(() => {});
    releaseSession(sessionId);
  }

  return {
    newSession: () => void open(create),
    openLastSession() {
      const last = readLastSession();
      const kept = getOpenSessions();
      const shown = kept.find(({ sessionId }) => sessionId === last?.sessionId) ?? kept[0];
      if (shown !== undefined) void open(() => showKept(shown));
      else void open(last === undefined ? create : () => openLast(last));
    },
    retryOpening: () => void open(lastAttempt),
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

function isAuthRequired(error: unknown): boolean {
  return error instanceof RequestError && error.code === AUTH_REQUIRED;
}

function describeOpenError(error: unknown): LinkState["openError"] {
  if (error instanceof OpenElsewhereError) {
    return {
      title: "This session is open in another tab",
      detail: "The tab has the title of the session. Close the session or the tab there first.",
    };
  }
  return {
    title: "The agent could not open a session",
    detail: toSentence(getErrorMessage(error)),
  };
}

/** Stores the shown session and whether it is busy whenever one of them changes. */
function rememberShownSession(store: AcpStore, state: LinkStateStore): void {
  const remember = (): void => {
    const { sessionId } = state.get();
    if (sessionId === undefined) return;
    const { openTurns = [] } = store.getState().sessions.get(sessionId) ?? {};
    storeLastSession({ sessionId, isBusy: openTurns.length > 0 });
  };
  state.subscribe(remember);
  store.watch({ type: "field", field: "openTurns" }, remember);
}
