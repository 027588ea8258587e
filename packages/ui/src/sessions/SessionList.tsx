import type { KeyboardEvent, ReactElement } from "react";
import { Icon, Spinner } from "../controls/Icon.js";
import { useNow } from "../controls/useNow.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { TextWithSlots } from "../texts/TextWithSlots.js";
import { useTexts } from "../texts/useTexts.js";
import { ConfirmDialog } from "./ConfirmDialog.js";
import { SearchField } from "./SearchField.js";
import { SessionListEnd } from "./SessionListEnd.js";
import { SessionRow } from "./SessionRow.js";
import type { ListedSession } from "./useListedSessions.js";
import { usePendingCounts } from "./usePendingCounts.js";
import { type SessionListProps, useSessionList } from "./useSessionList.js";

/** All sessions of the agent in this folder, with a search field and a menu for each. */
export function SessionList(props: SessionListProps): ReactElement {
  const { actions, isOpening = false, loadingId, error } = props;
  const state = useSessionList(props);
  const { sessions, query, includesArchived, listing, list, forgetting, deleting } = state;
  const texts = useTexts("session", sessionTexts);
  const pendingCounts = usePendingCounts();
  const now = useNow(60_000);

  const row = (session: ListedSession): ReactElement => {
    const { sessionId } = session.entry;
    return (
      <SessionRow
        key={sessionId}
        session={session}
        isCurrent={sessionId === props.sessionId}
        isLoading={sessionId === loadingId}
        pendingCount={pendingCounts.get(sessionId) ?? 0}
        now={now}
        menu={state.getMenu(session)}
        onSelect={() => actions.showSession(sessionId)}
        rename={
          sessionId === state.renamingId
            ? {
                save: async (title) => actions.renameSession?.(sessionId, title),
                end: state.endRename,
              }
            : undefined
        }
      />
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const { target, key } = event;
    const sessionId = target instanceof HTMLElement ? target.dataset["sessionId"] : undefined;
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (sessionId === undefined || (key !== "F2" && step === 0)) return;
    event.preventDefault();
    if (key === "F2") return state.startRename(sessionId);
    const at = sessions.findIndex(({ entry }) => entry.sessionId === sessionId);
    state.focusRow(sessions[at + step]?.entry.sessionId);
  };

  return (
    <nav className="acp-ui acp-sessions" aria-label={texts.label}>
      <button
        type="button"
        className="acp-button acp-new-session"
        disabled={!state.canOpen}
        onClick={actions.newSession}
      >
        {isOpening ? <Spinner /> : <Icon name="plus" />}
        {texts.newSession}
      </button>
      <SearchField query={query} onSearch={state.setQuery} />
      {error !== undefined && (
        <div className="acp-sessions-error" role="alert">
          <p className="acp-sessions-error-text">
            <strong>{texts.errorTitle(error.title)}</strong> {error.detail}
          </p>
          <button
            type="button"
            className="acp-icon-button"
            aria-label={texts.dismiss}
            title={texts.dismiss}
            onClick={props.onDismissError}
          >
            <Icon name="cross" />
          </button>
        </div>
      )}
      <div className="acp-sessions-scroll">
        <ul ref={list} className="acp-session-list" aria-label={texts.list} onKeyDown={onKeyDown}>
          {sessions.map(row)}
        </ul>
        <SessionListEnd
          query={query}
          isEmpty={sessions.length === 0}
          listing={listing}
          onClear={() => state.setQuery("")}
        />
      </div>
      {includesArchived !== undefined && (
        <label className="acp-toggle acp-sessions-archived">
          {texts.showArchived}
          <input
            type="checkbox"
            role="switch"
            checked={includesArchived}
            onChange={(event) => state.setIncludesArchived(event.target.checked)}
          />
        </label>
      )}
      {forgetting !== undefined && (
        <ConfirmDialog
          title={texts.forgetTitle}
          action={texts.forgetConfirm}
          onConfirm={() => actions.forgetSession?.(forgetting.entry.sessionId)}
          onClose={state.closeConfirmation}
        >
          <TextWithSlots
            text={forgetting.isOpen ? texts.forgetOpenText : texts.forgetText}
            render={() => <q>{forgetting.title}</q>}
          />
        </ConfirmDialog>
      )}
      {deleting !== undefined && (
        <ConfirmDialog
          title={texts.deleteTitle}
          action={texts.deleteConfirm}
          onConfirm={() => actions.deleteSession?.(deleting.entry.sessionId)}
          onClose={state.closeConfirmation}
        >
          <TextWithSlots text={texts.deleteText} render={() => <q>{deleting.title}</q>} />
        </ConfirmDialog>
      )}
    </nav>
  );
}
