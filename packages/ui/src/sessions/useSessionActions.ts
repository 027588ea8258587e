import type { AgentActions, SessionInFolder } from "@acp-store/core/actions";
import { useAcpView } from "@acp-store/react";
import { useCallback, useMemo, useState } from "react";
import { downloadMarkdown, writeMarkdown } from "./markdownExport.js";
import { getErrorMessage, toSentence } from "../format/errors.js";
import { sessionErrorTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { SessionListActions, SessionListError, SessionPageRequest } from "./sessionActions.js";
import { type ArchiveAgent, createArchiveActions, leaveArchive } from "./sessionArchive.js";
import { getAdjacentSession, isSessionOpen } from "./sessionTree.js";
import { useAgentSupport } from "./useAgentSupport.js";

/**
 * The requests about sessions that the list makes. The connection of `@acp-store/client` has these
 * methods, like the `actions` of a mirror.
 */
export type SessionAgent = ArchiveAgent &
  Pick<
    AgentActions,
    | "closeSession"
    | "deleteSession"
    | "forkSession"
    | "listSessions"
    | "loadSession"
    | "newSession"
    | "resumeSession"
    | "setSessionTitle"
  >;

/** The actions of an application on the sessions that it has saved. An action that is left out is not offered. */
export interface SavedSessionActions {
  /** Downloads a session as JSON. Rejects with the reason if that is impossible. */
  exportSession?(sessionId: string, title: string): Promise<unknown>;
  /** Removes what is saved of a session, and closes it. Rejects with the reason if that is impossible. */
  forgetSession?(sessionId: string): Promise<unknown>;
}

/** The options of {@link useSessionActions}. */
export interface SessionActionsOptions {
  /** The connection to the agent, or the `actions` of a mirror. */
  readonly agent: SessionAgent;
  /**
   * The absolute path of the folder for new sessions, and of the sessions to list. An empty path lists
   * those of all folders.
   */
  readonly cwd: string;
  /** The session that is shown. If it is closed, the one next to it is shown instead. */
  readonly sessionId?: string | undefined;
  /** Called with the session to show, or with `undefined` if none is left. */
  readonly onShow: (sessionId: string | undefined) => void;
  /** The actions on what the application has saved. Keep the same object over renders. Default: none. */
  readonly saved?: SavedSessionActions | undefined;
}

/** The props of a `SessionList` that depend on its actions. */
export interface SessionActions {
  /** The actions of the buttons and menus. */
  readonly actions: SessionListActions;
  /** Whether a session is being opened. */
  readonly isOpening: boolean;
  /** The session that is being loaded. */
  readonly loadingId: string | undefined;
  /** The last action that failed. */
  readonly error: SessionListError | undefined;
  /** Removes the error. */
  readonly onDismissError: () => void;
}

/**
 * Returns the actions of a `SessionList` for one agent, with their progress and errors.
 *
 * @example
 * ```tsx
 * function Sessions({ agent }: { agent: SessionAgent }) {
 *   const [sessionId, onShow] = useState<string>();
 *   const list = useSessionActions({ agent, cwd: "/home/me/project", sessionId, onShow });
 *   return <SessionList sessionId={sessionId} {...list} />;
 * }
 * ```
 */
export function useSessionActions(options: SessionActionsOptions): SessionActions {
  const { agent, cwd, sessionId: shownId, onShow, saved } = options;
  const view = useAcpView();
  const canLoad = useAgentSupport()("loadSession");
  const texts = useTexts("sessionError", sessionErrorTexts);
  const [isOpening, setIsOpening] = useState(false);
  const [loadingId, setLoadingId] = useState<string>();
  const [error, setError] = useState<SessionListError>();

  // The list starts over with another function, so it does not depend on the shown session.
  const listSessions = useCallback(
    async ({ cursor, includesArchived }: SessionPageRequest): Promise<string | undefined> => {
      const { nextCursor } = await agent.listSessions({
        ...(cwd !== "" && { cwd }),
        ...(cursor !== undefined && { cursor }),
        ...(includesArchived && { archived: "include" }),
      });
      return nextCursor ?? undefined;
    },
    [agent, cwd],
  );
  const actions = useMemo((): SessionListActions => {
    const attempt = async (title: string, action: () => Promise<unknown>): Promise<void> => {
      setError(undefined);
      try {
        await action();
      } catch (reason) {
        setError({ title, detail: toSentence(getErrorMessage(reason)) });
      }
    };
    const open = async (action: () => Promise<string>): Promise<void> => {
      setIsOpening(true);
      await attempt(texts.open, async () => onShow(await action()));
      setIsOpening(false);
      setLoadingId(undefined);
    };
    const placeOf = (sessionId: string): SessionInFolder => ({
      sessionId,
      cwd: view.getState().catalog.get(sessionId)?.cwd ?? cwd,
    });
    const load = async (sessionId: string): Promise<string> => {
      setLoadingId(sessionId);
      await leaveArchive(view, agent, sessionId);
      const place = placeOf(sessionId);
      await (canLoad ? agent.loadSession(place) : agent.resumeSession(place));
      return sessionId;
    };
    const fork = async (id: string): Promise<string> => {
      const place = placeOf(id);
      const { sessionId } = await agent.forkSession(place);
      // The response does not contain the conversation.
      if (canLoad) await agent.loadSession({ ...place, sessionId });
      return sessionId;
    };
    /** Closes a session, and shows the one next to it if it was shown. */
    const leave = async (sessionId: string, action: () => Promise<unknown>): Promise<void> => {
      const next = getAdjacentSession(view.getState(), sessionId);
      await action();
      if (sessionId === shownId) onShow(next);
    };
    return {
      newSession: () => void open(async () => (await agent.newSession({ cwd })).sessionId),
      showSession(sessionId) {
        if (isSessionOpen(view.getState(), sessionId)) onShow(sessionId);
        else void open(() => load(sessionId));
      },
      closeSession: (id) =>
        void attempt(texts.close, () => leave(id, () => agent.closeSession(id))),
      forkSession: (id) => void open(() => fork(id)),
      ...createArchiveActions({ agent, attempt, leave, texts }),
      deleteSession: (id) =>
        void attempt(texts.delete, () => leave(id, () => agent.deleteSession(id))),
      async renameSession(sessionId, title) {
        try {
          await agent.setSessionTitle(sessionId, title);
          return undefined;
        } catch (reason) {
          return toSentence(getErrorMessage(reason));
        }
      },
      listSessions,
      copyMarkdown: (id) =>
        void attempt(texts.copyMarkdown, async () =>
          navigator.clipboard.writeText(await writeMarkdown(view, id)),
        ),
      downloadMarkdown: (id, title) =>
        void attempt(texts.downloadMarkdown, () => downloadMarkdown(view, id, title)),
      ...(saved?.exportSession && {
        exportSession: (id, title) =>
          void attempt(texts.export, async () => saved.exportSession?.(id, title)),
      }),
      ...(saved?.forgetSession && {
        forgetSession: (id) =>
          void attempt(texts.forget, () => leave(id, async () => saved.forgetSession?.(id))),
      }),
    };
  }, [agent, canLoad, cwd, listSessions, onShow, saved, shownId, texts, view]);
  return { actions, isOpening, loadingId, error, onDismissError: () => setError(undefined) };
}
