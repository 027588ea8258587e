import { type AgentConnection, isAcpConnectionError } from "@acp-store/client";
import { type AcpStore, selectSessions, type Session } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import { getAdjacentSession, isSessionOpen } from "../shell/sessionTree.js";
import { getErrorMessage, toSentence } from "./connectionEnd.js";
import { type LastSession, readLastSession, storeLastSession } from "./lastSession.js";
import type { LinkStateStore, SessionError } from "./linkState.js";
import { OpenElsewhereError, releaseSession, reserveSession } from "./tabLocks.js";

/** The actions on the agent's sessions, and signing in and out. */
export interface SessionActions {
  newSession(): void;
  /**
   * Shows the session that this tab showed before it was reloaded. Opens it if its agent has ended,
   * or else a new one.
   */
  openLastSession(): void;
  /** Repeats the last attempt to open a session. */
  retryOpening(): void;
  /**
   * Shows a session. One that is not open is opened first: the agent replays its transcript if it
   * supports that. An archived session is restored.
   */
  showSession(sessionId: string): void;
  closeSession(sessionId: string): void;
  /** Opens a copy of a session and shows it. */
  forkSession(sessionId: string): void;
  archiveSession(sessionId: string): void;
  unarchiveSession(sessionId: string): void;
  deleteSession(sessionId: string): void;
  /** Resolves to `undefined`, or to the reason why the title is unchanged. */
  renameSession(sessionId: string, title: string): Promise<string | undefined>;
  /**
   * Adds one page of the agent's sessions in this folder to the catalog of the store. Resolves to
   * the cursor of the next page.
   */
  listSessions(page: SessionPageRequest): Promise<string | undefined>;
  dismissSessionError(): void;
  authenticate(methodId: string): void;
  /** Asks the agent who is signed in. The store has the answer. */
  requestAuthStatus(): void;
  signOut(): void;
}

export interface SessionPageRequest {
  readonly cursor?: string | undefined;
  /** Whether to list archived sessions as well. Only for agents that can archive sessions. */
  readonly includesArchived: boolean;
}

interface SessionActionsOptions {
  readonly store: AcpStore;
  readonly state: LinkStateStore;
  readonly connected: Promise<AgentConnection>;
  readonly cwd: string;
}

const AUTH_REQUIRED = -32000;

export function createSessionActions({
  store,
  state,
  connected,
  cwd,
}: SessionActionsOptions): SessionActions {
  let lastAttempt: () => Promise<string> = create;
  /** Whether the last attempt to open a session was refused because nobody is signed in. */
  let waitsForSignIn = false;
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
    waitsForSignIn = false;
    state.set({ isOpening: true, sessionError: undefined });
    try {
      state.set({ sessionId: await openSession() });
    } catch (error) {
      // The page asks the user to sign in.
      waitsForSignIn = isAuthRequired(error);
      if (!waitsForSignIn) state.set({ sessionError: describeOpenError(error) });
    } finally {
      state.set({ isOpening: false });
    }
  }

  async function load(sessionId: string): Promise<string> {
    const agent = await connected;
    const before = state.get().sessionId;
    const entry = store.getState().catalog.get(sessionId);
    const request = { sessionId, cwd: entry?.cwd ?? cwd };
    await reserveSession(sessionId);
    // Shows the session immediately, so that the user sees the transcript arrive.
    state.set({ sessionId, loadingId: sessionId });
    try {
      if (entry?.archived) await agent.unarchiveSession(sessionId);
      await agent.loadSession(request).catch((error: unknown) => {
        if (isUnsupported(error)) return agent.resumeSession(request);
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

  async function fork(original: string): Promise<string> {
    const agent = await connected;
    const request = { cwd: store.getState().catalog.get(original)?.cwd ?? cwd };
    const { sessionId } = await agent.forkSession({ ...request, sessionId: original });
    await reserveSession(sessionId);
    state.set({ sessionId, loadingId: sessionId });
    // The response does not contain the conversation.
    await agent
      .loadSession({ ...request, sessionId })
      .catch((error: unknown) => {
        if (!isUnsupported(error)) throw error;
      })
      .finally(() => state.set({ loadingId: undefined }));
    return sessionId;
  }

  /** Runs an action, and shows its error under a title such as "Could not delete the session". */
  async function attempt(title: string, action: () => Promise<unknown>): Promise<void> {
    state.set({ sessionError: undefined });
    try {
      await action();
    } catch (error) {
      if (!isAuthRequired(error)) state.set({ sessionError: describeError(title, error) });
    }
  }

  /**
   * Runs an action that closes a session. If the session is shown, shows the adjacent one instead,
   * unless the action fails.
   */
  async function leave(sessionId: string, action: () => Promise<unknown>): Promise<void> {
    const shown = state.get().sessionId;
    if (shown === sessionId)
      state.set({ sessionId: getAdjacentSession(store.getState(), sessionId) });
    try {
      await action();
    } catch (error) {
      state.set({ sessionId: shown });
      throw error;
    }
    if (readLastSession()?.sessionId === sessionId) storeLastSession(undefined);
    releaseSession(sessionId);
  }

  async function signIn(methodId: string): Promise<void> {
    const agent = await connected;
    state.set({ sessionError: undefined });
    try {
      await agent.authenticate(methodId);
    } catch (error) {
      // The store has the error of a sign-in that the agent refused.
      if (isUnsupported(error))
        state.set({ sessionError: describeError("Could not sign in", error) });
      return;
    }
    requestAuthStatus();
    if (waitsForSignIn || state.get().sessionId === undefined) await open(lastAttempt);
  }

  function requestAuthStatus(): void {
    // Agents that cannot report it refuse.
    connected.then((agent) => agent.getAuthStatus()).catch(() => {});
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
    showSession(sessionId) {
      if (isSessionOpen(store.getState(), sessionId))
        state.set({ sessionId, sessionError: undefined });
      else void open(() => load(sessionId));
    },
    closeSession: (sessionId) =>
      void leave(sessionId, async () => {
        // The session is closed locally even if the connection is gone or the agent refuses.
        await (await connected).closeSession(sessionId).catch(() => {});
      }),
    forkSession: (sessionId) => void open(() => fork(sessionId)),
    archiveSession: (sessionId) =>
      void attempt("Could not archive the session", () =>
        leave(sessionId, async () => (await connected).archiveSession(sessionId)),
      ),
    unarchiveSession: (sessionId) =>
      void attempt("Could not unarchive the session", async () =>
        (await connected).unarchiveSession(sessionId),
      ),
    deleteSession: (sessionId) =>
      void attempt("Could not delete the session", () =>
        leave(sessionId, async () => (await connected).deleteSession(sessionId)),
      ),
    async renameSession(sessionId, title) {
      try {
        await (await connected).setSessionTitle(sessionId, title);
        return undefined;
      } catch (error) {
        return toSentence(getErrorMessage(error));
      }
    },
    async listSessions({ cursor, includesArchived }) {
      const { nextCursor } = await (await connected).listSessions({
        cwd,
        ...(cursor !== undefined && { cursor }),
        ...(includesArchived && { archived: "include" }),
      });
      return nextCursor ?? undefined;
    },
    dismissSessionError: () => state.set({ sessionError: undefined }),
    authenticate: (methodId) => void signIn(methodId),
    requestAuthStatus,
    signOut: () => void attempt("Could not sign out", async () => (await connected).logout()),
  };
}

function isAuthRequired(error: unknown): boolean {
  return error instanceof RequestError && error.code === AUTH_REQUIRED;
}

function isUnsupported(error: unknown): boolean {
  return isAcpConnectionError(error) && error.reason === "unsupported";
}

function describeError(title: string, error: unknown): SessionError {
  return { title, detail: toSentence(getErrorMessage(error)), canRetry: false };
}

function describeOpenError(error: unknown): SessionError {
  if (error instanceof OpenElsewhereError) {
    return {
      title: "This session is open in another tab",
      detail: "The tab has the title of the session. Close the session or the tab there first.",
      canRetry: true,
    };
  }
  return { ...describeError("The agent could not open a session", error), canRetry: true };
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
