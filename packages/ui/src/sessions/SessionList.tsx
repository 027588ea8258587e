import type { ReactElement } from "react";
import { Icon, Spinner } from "../controls/Icon.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { SearchField } from "./SearchField.js";
import { SessionErrorBox } from "./SessionErrorBox.js";
import { SessionListEnd } from "./SessionListEnd.js";
import { SessionRows } from "./SessionRows.js";
import { type SessionListProps, useSessionList } from "./useSessionList.js";

/** All sessions of the agent in this folder, with a search field and a menu for each. */
export function SessionList(props: SessionListProps): ReactElement {
  const { actions, isOpening = false, loadingId, error } = props;
  const state = useSessionList(props);
  const { sessions, query, includesArchived, listing } = state;
  const texts = useTexts("session", sessionTexts);
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
      {error !== undefined && <SessionErrorBox error={error} onDismiss={props.onDismissError} />}
      <div className="acp-sessions-scroll">
        <SessionRows
          {...{ state, actions, loadingId }}
          label={texts.list}
          sessionId={props.sessionId}
        />
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
    </nav>
  );
}
