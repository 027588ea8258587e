import { useConnection } from "@acp-store/react";
import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { MenuItem } from "../controls/Menu.js";
import { sessionMenuTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { createSessionMenu } from "./createSessionMenu.js";
import type { ListedSavedSession, SessionListActions, SessionListError } from "./sessionActions.js";
import { hasArchive } from "./sessionArchive.js";
import { useAgentSupport } from "./useAgentSupport.js";
import { type ListedSession, useListedSessions } from "./useListedSessions.js";
import { type SessionListing, useSessionListing } from "./useSessionListing.js";

/** The props of `SessionList`. */
export interface SessionListProps {
  /** The actions of the buttons and menus. */
  readonly actions: SessionListActions;
  /** The session that is shown. */
  readonly sessionId?: string | undefined;
  /** Whether a session is being opened. */
  readonly isOpening?: boolean;
  /** The session whose transcript is being loaded. */
  readonly loadingId?: string | undefined;
  /** The sessions that this browser has saved. They are listed even if they are not open. */
  readonly saved?: readonly ListedSavedSession[];
  /** The text that titles have to contain. Default: that of the search field. */
  readonly query?: string;
  /** Whether an agent that does not run is started by a request, as in a fleet. Default: `false`. */
  readonly startsAgent?: boolean;
  /** The last action that failed. */
  readonly error?: SessionListError | undefined;
  /** Called when the user dismisses the error. */
  readonly onDismissError?: () => void;
}

/** The sessions of an agent, and what the user can do with them. */
export interface SessionListState {
  /** The sessions that match the filters, the most recently active first. */
  readonly sessions: readonly ListedSession[];
  /** Whether a session can be opened now. */
  readonly canOpen: boolean;
  /** The text that titles have to contain. */
  readonly query: string;
  /** Changes the text that titles have to contain. */
  setQuery(query: string): void;
  /** Whether archived sessions are listed. `undefined` if the agent has no archive. */
  readonly includesArchived: boolean | undefined;
  /** Lists archived sessions, or leaves them out. */
  setIncludesArchived(includesArchived: boolean): void;
  /** The state of asking the agent for its sessions. */
  readonly listing: SessionListing;
  /** The session whose title the user edits. */
  readonly renamingId: string | undefined;
  /** Starts editing a title. Does nothing if the agent cannot change it. */
  startRename(sessionId: string): void;
  /** Ends editing a title. The row gets the focus back. */
  endRename(): void;
  /** The session whose deletion the user has to confirm. */
  readonly deleting: ListedSession | undefined;
  /** The session that the user has to confirm to forget. */
  readonly forgetting: ListedSession | undefined;
  /** Closes the confirmation. */
  closeConfirmation(): void;
  /** Returns the actions for a session in its current state. */
  getMenu(session: ListedSession): readonly MenuItem[];
  /** The list, whose rows have the attribute `data-session-id`. */
  readonly list: RefObject<HTMLUListElement | null>;
  /** Focuses the row of a session. */
  focusRow(sessionId: string | undefined): void;
}

const NONE_SAVED: readonly ListedSavedSession[] = [];

/**
 * Returns the logic of `SessionList`, for your own markup. It asks the agent for its sessions.
 *
 * @example
 * ```tsx
 * function Sessions({ actions }: { actions: SessionListActions }) {
 *   const { sessions, list } = useSessionList({ actions });
 *   return (
 *     <ul ref={list}>
 *       {sessions.map(({ entry, title }) => (
 *         <li key={entry.sessionId}>
 *           <button onClick={() => actions.showSession(entry.sessionId)}>{title}</button>
 *         </li>
 *       ))}
 *     </ul>
 *   );
 * }
 * ```
 */
export function useSessionList(
  props: Pick<SessionListProps, "actions" | "isOpening" | "query" | "saved" | "startsAgent">,
): SessionListState {
  const { actions, isOpening = false, saved = NONE_SAVED, startsAgent = false } = props;
  const isConnected = useConnection((connection) => connection?.status === "ready");
  const isReady = isConnected || startsAgent;
  const supports = useAgentSupport();
  const menuTexts = useTexts("sessionMenu", sessionMenuTexts);
  const [ownQuery, setQuery] = useState("");
  const { query = ownQuery } = props;
  const [includesArchived, setIncludesArchived] = useState(false);
  const [renamingId, setRenamingId] = useState<string>();
  const [forgetting, setForgetting] = useState<ListedSession>();
  const [deleting, setDeleting] = useState<ListedSession>();
  const listing = useSessionListing(actions.listSessions, includesArchived);
  const canOpen = supports("loadSession") || supports("resumeSession");
  // The agent says what it supports when it runs.
  const includesClosed = isReady && (canOpen || !isConnected);
  const sessions = useListedSessions({ query, includesArchived, includesClosed, saved });
  const list = useRef<HTMLUListElement>(null);

  function focusRow(sessionId = ""): void {
    const selector = `[data-session-id="${CSS.escape(sessionId)}"]`;
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  }
  function endRename(): void {
    // The field is replaced by the button of the row, which gets the focus back.
    flushSync(() => setRenamingId(undefined));
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusRow(renamingId);
    });
  }
  return {
    sessions,
    canOpen: isReady && !isOpening,
    query,
    setQuery,
    includesArchived: hasArchive(supports) ? includesArchived : undefined,
    setIncludesArchived,
    listing,
    renamingId,
    startRename(sessionId) {
      if (isReady && supports("setSessionTitle") && actions.renameSession !== undefined)
        setRenamingId(sessionId);
    },
    endRename,
    deleting,
    forgetting,
    closeConfirmation() {
      setDeleting(undefined);
      setForgetting(undefined);
    },
    getMenu: (session) =>
      // A fleet saves all sessions.
      createSessionMenu(startsAgent ? { ...session, isSaved: true } : session, {
        supports,
        actions,
        isReady,
        texts: menuTexts,
        onRename: () => setRenamingId(session.entry.sessionId),
        onForget: () => setForgetting(session),
        onDelete: () => setDeleting(session),
      }),
    list,
    focusRow,
  };
}
