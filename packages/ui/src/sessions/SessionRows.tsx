import type { SessionOrigin } from "@acp-store/core";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { useFirstItems } from "../controls/useFirstItems.js";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useNow } from "../controls/useNow.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { TextWithSlots } from "../texts/TextWithSlots.js";
import { useTexts } from "../texts/useTexts.js";
import { ConfirmDialog } from "./ConfirmDialog.js";
import { SessionRow } from "./SessionRow.js";
import type { SessionListActions } from "./sessionActions.js";
import type { ListedSession } from "./useListedSessions.js";
import { usePendingCounts } from "./usePendingCounts.js";
import type { SessionListState } from "./useSessionList.js";

interface SessionRowsProps {
  readonly state: SessionListState;
  readonly actions: SessionListActions;
  /** The name of the list, for screen readers. */
  readonly label: string;
  /** The session that is shown. */
  readonly sessionId: string | undefined;
  readonly loadingId?: string | undefined;
  /** Renders the session of another agent that a session continues. Default: nothing. */
  readonly renderOrigin?: ((origin: SessionOrigin) => ReactNode) | undefined;
  /** The number of rows that are shown at first. Default: all. */
  readonly maxRows?: number | undefined;
}

/** The rows of a session list, and the dialogs that their menus open. */
export function SessionRows(props: SessionRowsProps): ReactElement {
  const { state, actions, label, loadingId, maxRows = Infinity } = props;
  const { sessions, list, forgetting, deleting } = state;
  const texts = useTexts("session", sessionTexts);
  const rows = useFirstItems(sessions, maxRows);
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
        origin={session.entry.continuedFrom && props.renderOrigin?.(session.entry.continuedFrom)}
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
    <>
      <ul ref={list} className="acp-session-list" aria-label={label} onKeyDown={onKeyDown}>
        {rows.shown.map(row)}
      </ul>
      <ShowAllItems {...rows} />
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
    </>
  );
}
