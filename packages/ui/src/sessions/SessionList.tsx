import { useConnection } from "@acp-store/react";
import { type KeyboardEvent, type ReactElement, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon, Spinner } from "../controls/Icon.js";
import { useNow } from "../controls/useNow.js";
import { ConfirmDialog } from "./ConfirmDialog.js";
import type { ListedSavedSession, SessionListActions, SessionListError } from "./sessionActions.js";
import { createSessionMenu } from "./createSessionMenu.js";
import { SearchField } from "./SearchField.js";
import { SessionRow } from "./SessionRow.js";
import { useAgentSupport } from "./useAgentSupport.js";
import { type ListedSession, useListedSessions } from "./useListedSessions.js";
import { usePendingCounts } from "./usePendingCounts.js";
import { useSessionListing } from "./useSessionListing.js";

/** The props of {@link SessionList}. */
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
  /** The last action that failed. */
  readonly error?: SessionListError | undefined;
  /** Called when the user dismisses the error. */
  readonly onDismissError?: () => void;
}

const NONE_SAVED: readonly ListedSavedSession[] = [];

/** All sessions of the agent in this folder, with a search field and a menu for each. */
export function SessionList(props: SessionListProps): ReactElement {
  const { actions, isOpening = false, loadingId, saved = NONE_SAVED, error } = props;
  const isReady = useConnection((connection) => connection?.status === "ready");
  const supports = useAgentSupport();
  const [query, setQuery] = useState("");
  const [includesArchived, setIncludesArchived] = useState(false);
  const [renamingId, setRenamingId] = useState<string>();
  const [forgetting, setForgetting] = useState<ListedSession>();
  const [deleting, setDeleting] = useState<ListedSession>();
  const listing = useSessionListing(actions.listSessions, includesArchived);
  const includesClosed = isReady && (supports("loadSession") || supports("resumeSession"));
  const sessions = useListedSessions({
    query,
    includesArchived,
    includesClosed,
    saved,
  });
  const pendingCounts = usePendingCounts();
  const now = useNow(60_000);
  const list = useRef<HTMLUListElement>(null);

  const endRename = (sessionId: string): void => {
    // The field is replaced by the button of the row, which gets the focus back.
    flushSync(() => setRenamingId(undefined));
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) getRowButton(list.current, sessionId)?.focus();
    });
  };
  const row = (session: ListedSession): ReactElement => {
    const { sessionId } = session.entry;
    const isEditing = sessionId === renamingId;
    return (
      <SessionRow
        key={sessionId}
        session={session}
        isCurrent={sessionId === props.sessionId}
        isLoading={sessionId === loadingId}
        pendingCount={pendingCounts.get(sessionId) ?? 0}
        now={now}
        menu={createSessionMenu(session, {
          supports,
          actions,
          isReady,
          onRename: () => setRenamingId(sessionId),
          onForget: () => setForgetting(session),
          onDelete: () => setDeleting(session),
        })}
        onSelect={() => actions.showSession(sessionId)}
        rename={
          isEditing
            ? {
                save: async (title) => actions.renameSession?.(sessionId, title),
                end: () => endRename(sessionId),
              }
            : undefined
        }
      />
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const { target } = event;
    const sessionId = target instanceof HTMLElement ? target.dataset["sessionId"] : undefined;
    if (sessionId === undefined) return;
    if (event.key === "F2" && isReady && supports("setSessionTitle")) {
      event.preventDefault();
      setRenamingId(sessionId);
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = sessions.findIndex(({ entry }) => entry.sessionId === sessionId);
    getRowButton(list.current, sessions[at + step]?.entry.sessionId)?.focus();
  };

  return (
    <nav className="acp-ui acp-sessions" aria-label="Sessions">
      <button
        type="button"
        className="acp-button acp-new-session"
        disabled={!isReady || isOpening}
        onClick={actions.newSession}
      >
        {isOpening ? <Spinner /> : <Icon name="plus" />}
        New session
      </button>
      <SearchField query={query} onSearch={setQuery} />
      {error !== undefined && (
        <div className="acp-sessions-error" role="alert">
          <p className="acp-sessions-error-text">
            <strong>{error.title}.</strong> {error.detail}
          </p>
          <button
            type="button"
            className="acp-icon-button"
            aria-label="Dismiss"
            title="Dismiss"
            onClick={props.onDismissError}
          >
            <Icon name="cross" />
          </button>
        </div>
      )}
      <div className="acp-sessions-scroll">
        <ul ref={list} className="acp-session-list" aria-label="All sessions" onKeyDown={onKeyDown}>
          {sessions.map(row)}
        </ul>
        <SessionListEnd
          query={query}
          isEmpty={sessions.length === 0}
          listing={listing}
          onClear={() => setQuery("")}
        />
      </div>
      {supports("archiveSession") && (
        <label className="acp-toggle acp-sessions-archived">
          Show archived
          <input
            type="checkbox"
            role="switch"
            checked={includesArchived}
            onChange={(event) => setIncludesArchived(event.target.checked)}
          />
        </label>
      )}
      {forgetting !== undefined && (
        <ConfirmDialog
          title="Forget this session?"
          action="Forget"
          onConfirm={() => actions.forgetSession?.(forgetting.entry.sessionId)}
          onClose={() => setForgetting(undefined)}
        >
          <q>{forgetting.title}</q>, its queue and its draft are removed from this browser
          {forgetting.isOpen && ", and the session is closed"}. The agent may still have the
          conversation.
        </ConfirmDialog>
      )}
      {deleting !== undefined && (
        <ConfirmDialog
          title="Delete this session?"
          action="Delete"
          onConfirm={() => actions.deleteSession?.(deleting.entry.sessionId)}
          onClose={() => setDeleting(undefined)}
        >
          <q>{deleting.title}</q> and its conversation are deleted permanently.
        </ConfirmDialog>
      )}
    </nav>
  );
}

interface SessionListEndProps {
  readonly query: string;
  readonly isEmpty: boolean;
  readonly listing: ReturnType<typeof useSessionListing>;
  readonly onClear: () => void;
}

/** The end of the list: the button for the next page, an error, or why the list is empty. */
function SessionListEnd({ query, isEmpty, listing, onClear }: SessionListEndProps): ReactElement {
  const { isLoading, error, loadMore } = listing;
  return (
    <div className="sessions-end" aria-live="polite">
      {isEmpty && query.trim() !== "" && (
        <p className="acp-sessions-empty">
          No session has <q>{query.trim()}</q> in its title.{" "}
          <button type="button" className="acp-link-button" onClick={onClear}>
            Clear search
          </button>
        </p>
      )}
      {isEmpty && query.trim() === "" && !isLoading && (
        <p className="acp-sessions-empty">There are no sessions in this folder yet.</p>
      )}
      {error !== undefined && (
        <p className="acp-sessions-list-error">Could not list sessions: {error}</p>
      )}
      {isLoading && isEmpty && (
        <p className="acp-sessions-empty">
          <Spinner /> Loading sessions…
        </p>
      )}
      {loadMore !== undefined && (
        <button
          type="button"
          className="acp-button acp-sessions-more"
          disabled={isLoading}
          onClick={loadMore}
        >
          {isLoading ? "Loading…" : "Show more"}
        </button>
      )}
    </div>
  );
}

function getRowButton(list: HTMLElement | null, sessionId = ""): HTMLElement | null | undefined {
  return list?.querySelector<HTMLElement>(`[data-session-id="${CSS.escape(sessionId)}"]`);
}
