import { type AcpState, selectSession } from "@acp-store/core";
import { isAcpMirrorError, type Mirror } from "@acp-store/mirror";
import type { Drafts } from "@acp-store/persist";
import { getOpenSessions } from "../owner/agentSource.js";
import { OwnerRequest } from "../owner/ownerRequests.js";
import type { SavedSessions } from "../saved/createSavedSessions.js";
import { downloadSession } from "../saved/downloadSession.js";
import { getAdjacentSession, isSessionOpen } from "@acp-store/ui";
import { AUTH_REQUIRED } from "./connectionEnd.js";
import { readLastSession, storeLastSession } from "./lastSession.js";
import type { ActionError, TabStateStore } from "./tabState.js";
import { whenLive, whenState } from "./mirrorChanges.js";
import { getErrorMessage, toSentence } from "../ui/texts.js";

/** The actions on the agent's sessions, and signing in and out. The owner carries them out. */
export interface TabActions {
  newSession(): void;
  /** Tries again to open a session that is only saved in this browser. */
  reopenSession(sessionId: string): void;
  /** Repeats the last attempt to open a session. */
  retryOpening(): void;
  /**
   * Shows a session. A session that is not open is opened first: the agent replays its transcript if it
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
  dismissActionError(): void;
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

interface TabSessionsOptions {
  readonly mirror: Mirror;
  readonly state: TabStateStore;
  readonly cwd: string;
  readonly saved: SavedSessions;
  readonly drafts: Drafts;
}

/** The actions of a tab, and the functions that its `AgentTab` calls. */
interface TabSessions {
  readonly actions: TabActions;
  /**
   * Shows the first session of the tab: the one that it showed before it was reloaded, or else the one
   * that was used last. Opens a new one if there is none.
   */
  openFirst(): void;
  /** Shows another session if the shown one was closed, and opens what waited for the sign-in. */
  followState(): void;
}

export function createTabSessions(options: TabSessionsOptions): TabSessions {
  const { mirror, state, cwd, saved, drafts } = options;
  const { actions: remote } = mirror;
  let lastAttempt: () => Promise<string> = findFirst;
  /** Whether the last attempt to open a session was refused because nobody is signed in. */
  let waitsForSignIn = false;
  /** The ids of the open sessions, as one text. */
  let openIds = "";
  state.subscribe(() => {
    const { sessionId } = state.get();
    if (sessionId !== undefined) storeLastSession(sessionId);
  });

  const requestFor = (sessionId: string) => ({
    sessionId,
    cwd: mirror.getState().catalog.get(sessionId)?.cwd ?? cwd,
  });
  const isComplete = (sessionId: string) => (all: AcpState) =>
    isSessionOpen(all, sessionId) && mirror.isComplete(sessionId);

  async function create(): Promise<string> {
    const { sessionId } = await remote.newSession({ cwd });
    await mirror.open(sessionId);
    return sessionId;
  }

  async function findFirst(): Promise<string> {
    const shown = readLastSession();
    const open = getOpenSessions(mirror.getState()).toSorted(
      (left, right) => (right.lastActivityAt ?? 0) - (left.lastActivityAt ?? 0),
    );
    const found = open.find(({ sessionId }) => sessionId === shown) ?? open[0];
    const last = shown ?? found?.sessionId ?? (await saved.findLast());
    if (last === undefined) return create();
    if (isSessionOpen(mirror.getState(), last)) {
      state.set({ sessionId: last });
      // A session that was only restored so far is opened by this.
      await remote.loadSession(requestFor(last));
      return last;
    }
    try {
      return await load(last);
    } catch (error) {
      if (isAuthRequired(error)) throw error;
      // The agent does not know the session, for example because it had no prompt yet.
      const created = await create();
      drafts.set(created, await drafts.get(last));
      drafts.remove(last);
      return created;
    }
  }

  async function open(openSession: () => Promise<string>): Promise<void> {
    lastAttempt = openSession;
    waitsForSignIn = false;
    state.set({ isOpening: true, actionError: undefined });
    await whenLive(mirror);
    try {
      state.set({ sessionId: await openSession() });
    } catch (error) {
      // The page asks the user to sign in.
      waitsForSignIn = isAuthRequired(error);
      if (!waitsForSignIn) state.set({ actionError: describeOpenError(error) });
    } finally {
      state.set({ isOpening: false });
    }
  }

  async function load(sessionId: string): Promise<string> {
    const before = state.get().sessionId;
    const loaded = remote.loadSession(requestFor(sessionId));
    const ended = new AbortController();
    state.set({ loadingId: sessionId });
    try {
      // Shows the session as soon as possible: what was saved, and then the transcript as it arrives.
      await Promise.race([loaded, whenState(mirror, isComplete(sessionId), ended.signal)]);
      state.set({ sessionId });
      await loaded;
    } catch (error) {
      state.set({ sessionId: isAuthRequired(error) ? state.get().sessionId : before });
      throw error;
    } finally {
      ended.abort();
      state.set({ loadingId: undefined });
    }
    return sessionId;
  }

  async function fork(original: string): Promise<string> {
    const { sessionId } = await remote.forkSession(requestFor(original));
    await mirror.open(sessionId);
    return sessionId;
  }

  async function refreshSaved(): Promise<void> {
    state.set({ saved: await saved.list() });
  }

  /** Runs an action, and shows its error under a title such as "Could not delete the session". */
  async function attempt(title: string, action: () => Promise<unknown>): Promise<void> {
    state.set({ actionError: undefined });
    try {
      await action();
    } catch (error) {
      if (!isAuthRequired(error)) state.set({ actionError: describeError(title, error) });
    }
  }

  /**
   * Runs an action that closes a session. If the session is shown, shows the adjacent one instead,
   * unless the action fails.
   */
  async function leave(sessionId: string, action: () => Promise<unknown>): Promise<void> {
    const shown = state.get().sessionId;
    if (shown === sessionId)
      state.set({ sessionId: getAdjacentSession(mirror.getState(), sessionId) });
    try {
      await action();
    } catch (error) {
      state.set({ sessionId: shown });
      throw error;
    }
    if (readLastSession() === sessionId) storeLastSession(undefined);
  }

  function forget(sessionId: string): Promise<void> {
    return leave(sessionId, async () => {
      drafts.remove(sessionId);
      await remote.request(OwnerRequest.forgetSession, { sessionId });
      await refreshSaved();
    });
  }

  async function signIn(methodId: string): Promise<void> {
    state.set({ actionError: undefined });
    try {
      await remote.authenticate(methodId);
    } catch (error) {
      // The store has the error of a sign-in that the agent refused.
      if (isAcpMirrorError(error) && error.reason === "unsupported")
        state.set({ actionError: describeError("Could not sign in", error) });
      return;
    }
    requestAuthStatus();
    const { isOpening, sessionId } = state.get();
    if (!isOpening && sessionId === undefined) await open(lastAttempt);
  }

  function requestAuthStatus(): void {
    // Agents that cannot report it refuse.
    remote.getAuthStatus().catch(() => {});
  }

  function followState(): void {
    const all = mirror.getState();
    const { sessionId, loadingId, isOpening } = state.get();
    const shown = sessionId === undefined ? undefined : selectSession(all, sessionId);
    if (sessionId !== undefined && shown?.closed === true && loadingId !== sessionId)
      state.set({ sessionId: getAdjacentSession(all, sessionId) });
    const ids = JSON.stringify(getOpenSessions(all).map((session) => session.sessionId));
    if (ids !== openIds) void refreshSaved();
    openIds = ids;
    if (isOpening || loadingId !== undefined || mirror.status !== "live") return;
    // The agent of the new owner may not know the session.
    if (sessionId !== undefined && shown === undefined && all.connection?.status === "ready")
      return void open(findFirst);
    if (all.agent.auth?.status !== "done") return;
    // The user may have signed in in another tab.
    if (waitsForSignIn) void open(lastAttempt);
    else if (shown?.restored === true && shown.detached === undefined)
      void open(() => load(shown.sessionId));
  }

  const actions: TabActions = {
    newSession: () => void open(create),
    reopenSession: (sessionId) => void open(() => load(sessionId)),
    retryOpening: () => void open(lastAttempt),
    showSession(sessionId) {
      if (isSessionOpen(mirror.getState(), sessionId))
        state.set({ sessionId, actionError: undefined });
      else void open(() => load(sessionId));
    },
    closeSession: (sessionId) =>
      void attempt("Could not close the session", () =>
        leave(sessionId, () => remote.closeSession(sessionId)),
      ),
    forkSession: (sessionId) => void open(() => fork(sessionId)),
    archiveSession: (sessionId) =>
      void attempt("Could not archive the session", () =>
        leave(sessionId, () => remote.archiveSession(sessionId)),
      ),
    unarchiveSession: (sessionId) =>
      void attempt("Could not unarchive the session", () => remote.unarchiveSession(sessionId)),
    deleteSession: (sessionId) =>
      void attempt("Could not delete the session", () =>
        leave(sessionId, () => remote.deleteSession(sessionId)),
      ),
    exportSession: (sessionId, title) =>
      void attempt("Could not export the session", async () =>
        downloadSession(title, await saved.serialize(mirror.getState(), sessionId)),
      ),
    forgetSession: (sessionId) =>
      void attempt("Could not forget the session", () => forget(sessionId)),
    async renameSession(sessionId, title) {
      try {
        await remote.setSessionTitle(sessionId, title);
        return undefined;
      } catch (error) {
        return toSentence(getErrorMessage(error));
      }
    },
    async listSessions({ cursor, includesArchived }) {
      const { nextCursor } = await remote.listSessions({
        cwd,
        ...(cursor !== undefined && { cursor }),
        ...(includesArchived && { archived: "include" }),
      });
      return nextCursor ?? undefined;
    },
    dismissActionError: () => state.set({ actionError: undefined }),
    authenticate: (methodId) => void signIn(methodId),
    requestAuthStatus,
    signOut: () => void attempt("Could not sign out", () => remote.logout()),
  };
  return { actions, openFirst: () => void open(findFirst).then(refreshSaved), followState };
}

function isAuthRequired(error: unknown): boolean {
  return isAcpMirrorError(error) && error.code === AUTH_REQUIRED;
}

function describeError(title: string, error: unknown): ActionError {
  return { title, detail: toSentence(getErrorMessage(error)), canRetry: false };
}

function describeOpenError(error: unknown): ActionError {
  return { ...describeError("The agent could not open a session", error), canRetry: true };
}
