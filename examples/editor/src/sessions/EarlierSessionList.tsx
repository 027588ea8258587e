import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.js";
import { formatTimestamp } from "../ui/format.js";
import type { EarlierSessionsState } from "./useEarlierSessions.js";

interface EarlierSessionListProps {
  readonly earlier: EarlierSessionsState;
  readonly onOpen: (sessionId: string) => void;
}

/** The agent's existing sessions that are not open. */
export function EarlierSessionList({
  earlier,
  onOpen,
}: EarlierSessionListProps): ReactElement | null {
  const { sessions, error, loadMore } = earlier;
  if (sessions.length === 0 && error === undefined) return null;
  return (
    <section className="earlier-sessions" aria-labelledby="earlier-title">
      <h2 className="sessions-title" id="earlier-title">
        Earlier sessions
      </h2>
      <ul className="session-list">
        {sessions.map(({ sessionId, title, updatedAt }) => (
          <li key={sessionId} className="session">
            <button
              type="button"
              className="session-open"
              title={title ?? undefined}
              onClick={() => onOpen(sessionId)}
            >
              <span className="session-state" aria-hidden="true">
                <Icon name="clock" />
              </span>
              <span className="session-title">{title || "Untitled session"}</span>
              {updatedAt && <span className="session-when">{formatTimestamp(updatedAt)}</span>}
            </button>
          </li>
        ))}
      </ul>
      {error !== undefined && <p className="sessions-error">{error}</p>}
      {loadMore !== undefined && (
        <button type="button" className="link-button" onClick={loadMore}>
          Show more
        </button>
      )}
    </section>
  );
}
