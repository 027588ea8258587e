import { useConnection } from "@acp-store/react";
import type { ReactElement } from "react";
import type { LinkState } from "../connection/linkState.js";
import type { SessionActions } from "../connection/createSessionActions.js";
import { Icon, Spinner } from "../ui/Icon.js";
import { EarlierSessionList } from "./EarlierSessionList.js";
import { SessionRow } from "./SessionRow.js";
import { useEarlierSessions } from "./useEarlierSessions.js";
import { useOpenSessions } from "./useOpenSessions.js";
import { usePendingCounts } from "./usePendingCounts.js";
import "./sessions.css";

interface SessionListProps {
  readonly actions: SessionActions;
  readonly state: LinkState;
}

/** The open sessions, and the agent's existing sessions that can be opened. */
export function SessionList({ actions, state }: SessionListProps): ReactElement {
  const isReady = useConnection((connection) => connection?.status === "ready");
  const open = useOpenSessions();
  const pendingCounts = usePendingCounts();
  const earlier = useEarlierSessions(actions.listEarlierSessions, open, isReady);
  return (
    <nav className="sessions" aria-label="Sessions">
      <button
        type="button"
        className="button new-session"
        disabled={!isReady || state.isOpening}
        onClick={actions.newSession}
      >
        {state.isOpening ? <Spinner /> : <Icon name="plus" />}
        New session
      </button>
      {/* Without a session, the error is shown in its place. */}
      {state.openError !== undefined && state.sessionId !== undefined && (
        <p className="sessions-error" role="alert">
          {state.openError.title}. {state.openError.detail}
        </p>
      )}
      <div className="sessions-scroll">
        <ul className="session-list" aria-label="Open sessions">
          {open.map((sessionId) => (
            <SessionRow
              key={sessionId}
              sessionId={sessionId}
              isCurrent={sessionId === state.sessionId}
              isLoading={sessionId === state.loadingId}
              pendingCount={pendingCounts.get(sessionId) ?? 0}
              onSelect={() => actions.showSession(sessionId)}
              onClose={() => actions.closeSession(sessionId)}
            />
          ))}
        </ul>
        {isReady && <EarlierSessionList earlier={earlier} onOpen={actions.openEarlierSession} />}
      </div>
    </nav>
  );
}
