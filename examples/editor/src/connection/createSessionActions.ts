import { type AgentConnection, isAcpConnectionError } from "@acp-store/client";
import { type AcpStore, selectSessions, type Session } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import { downloadSession } from "../saved/downloadSession.js";
import type { SavedSessions } from "../saved/createSavedSessions.js";
import { getAdjacentSession, isSessionOpen } from "../shell/sessionTree.js";
import { getErrorMessage, toSentence } from "./connectionEnd.js";
import { type LastSession, readLastSession, storeLastSession } from "./lastSession.js";
import type { LinkStateStore, SessionError } from "./linkState.js";
import { OpenElsewhereError, releaseSession, reserveSession } from "./tabLocks.js";

/** The actions on the agent's sessions, and signing in and out. */
export interface SessionActions {
  newSession(): void;
  /**
   * Shows what was saved of the session that this tab showed before it was reloaded. A new tab shows
   * the session that was changed last, unless another tab shows it.
   */
  restoreLastSession(): Promise<void>;
  /**
   * Opens the session of `restoreLastSession`, or shows it if its agent is still running. Opens a new
   * one if there is none.
   */
  openLastSession(): void;
  /** Tries again to open a session that is only saved in this browser. */
  reopenSession(sessionId: string): void;
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
  /** Downloads a session as JSON. */
  exportSession(sessionId: string, title: string): void;
  /** Removes what this browser has saved of a session, and closes the session. */
  forgetSession(sessionId: string): void;
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
  readonly saved: SavedSessions;
}

const AUTH_REQUIRED = -32000;

export function createSessionActions({
  store,
  state,
  connected,
  cwd,
  saved,
}: SessionActionsOptions): SessionActions {
  let lastAttempt: () => Promise<string> = create;
  /** Whether the last attempt to open a session was refused because nobody is signed in. */
  let waitsForSignIn = false;
  let last = readLastSession();
  rememberShownSession(store, state);
  hideInterruptionOnTurn(store, state);

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

  /** Returns the sessions that the agent has open, except those of subagents. */
  function getOpenSessions(): readonly Session[] {
    return selectSessions(store.getState()).filter(
      (session) => session.parentSessionId === undefined && session.restored !== true,
    );
  }

  async function restoreLast(): Promise<void> {
    const sessionId = last?.sessionId ?? (await saved.findLast());
    if (sessionId === undefined) return;
    last ??= { sessionId, isBusy: false };
    // If another tab shows the session, `openLastSession` reports that.
    if (!(await canReserve(sessionId))) return;
    const session = await saved.restore(sessionId);
    if (session === undefined) return;
    last = { sessionId, isBusy: last.isBusy || wasInterrupted(session) };
    state.set({ sessionId });
  }

  async function openLast({ sessionId, isBusy }: LastSession): Promise<string> {
    try {
      await load(sessionId);
    } catch (error) {
      if (error instanceof OpenElsewhereError || isAuthRequired(error)) throw error;
      // The agent does not know the session, for example because it had no prompt yet.
      const created = await create();
      const { drafts } = saved.persistence;
      drafts.set(created, await drafts.get(sessionId));
      drafts.remove(sessionId);
      return created;
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
    const before = state.get().sessionId;
    await reserveSession(sessionId);
    await saved.restore(sessionId);
    // Shows the session immediately: what was saved, and then the transcript as it arrives.
    state.set({ sessionId, loadingId: sessionId });
    try {
      const agent = await connected;
      const entry = store.getState().catalog.get(sessionId);
      const request = { sessionId, cwd: entry?.cwd ?? cwd };
      if (entry?.archived) await agent.unarchiveSession(sessionId);
      await agent.loadSession(request).catch((error: unknown) => {
        if (isUnsupported(error)) return agent.resumeSession(request);
        throw error;
      });
    } catch (error) {
      if (store.getState().sessions.get(sessionId)?.restored === true) {
        if (isAuthRequired(error)) throw error;
        // The saved transcript can still be read.
        store.detachSession(sessionId, getErrorMessage(error));
        return sessionId;
      }
      store.closeSession(sessionId);
      releaseSession(sessionId);
      state.set({ sessionId: before });
      throw error;
    } finally {
      state.set({ loadingId: undefined });
    }
    return sessionId;
  }

  async function refreshSaved(): Promise<void> {
    state.set({ saved: await saved.list() });
  }

  async function forget(sessionId: string): Promise<void> {
    await saved.forget(sessionId);
    if (isSessionOpen(store.getState(), sessionId)) await close(sessionId);
    await refreshSaved();
  }

  function close(sessionId: string): Promise<void> {
    return leave(sessionId, async () => {
      // The session is closed locally even if the connection is gone or the agent refuses.
      await (await connected).closeSession(sessionId).catch(() => {});
    });
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
    restoreLastSession: restoreLast,
    openLastSession() {
      const request = last;
      const kept = getOpenSessions();
      const shown = kept.find(({ sessionId }) => sessionId === request?.sessionId) ?? kept.at(-1);
      const openShown = shown !== undefined && (() => showKept(shown));
      const openSaved = request !== undefined && (() => openLast(request));
      void open(openShown || openSaved || create).then(refreshSaved);
    },
    reopenSession: (sessionId) => void open(() => load(sessionId)),
    retryOpening: () => void open(lastAttempt),
    showSession(sessionId) {
      if (isSessionOpen(store.getState(), sessionId))
        state.set({ sessionId, sessionError: undefined });
      else void open(() => load(sessionId));
    },
    closeSession: (sessionId) => void close(sessionId).then(refreshSaved),
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
      void attempt("Could not delete the session", async () => {
        await leave(sessionId, async () => (await connected).deleteSession(sessionId));
        await refreshSaved();
      }),
    exportSession: (sessionId, title) =>
      void attempt("Could not export the session", async () =>
        downloadSession(title, await saved.serialize(sessionId)),
      ),
    forgetSession: (sessionId) =>
      void attempt("Could not forget the session", () => forget(sessionId)),
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

/** Resolves with whether no other tab shows the session. */
function canReserve(sessionId: string): Promise<boolean> {
  return reserveSession(sessionId).then(
    () => true,
    () => false,
  );
}

/** Returns whether a saved session ended in the middle of a turn. */
function wasInterrupted({ openTurns, turns }: Session): boolean {
  const turn = [...turns.values()].at(-1);
  const hasLostConnection = turn?.status === "failed" && turn.error?.code === undefined;
  return openTurns.length > 0 || turn?.status === "interrupted" || hasLostConnection;
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

/** Ends the notice of an interrupted turn when a turn starts, also one from the queue. */
function hideInterruptionOnTurn(store: AcpStore, state: LinkStateStore): void {
  store.watch({ type: "field", field: "openTurns" }, () => {
    const session = store.getState().sessions.get(state.get().interruptedId ?? "");
    if (session !== undefined && session.openTurns.length > 0)
      state.set({ interruptedId: undefined });
  });
}
