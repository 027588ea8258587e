import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.js";
import { when } from "../ui/format.js";
import type { Earlier } from "./useEarlier.js";

interface EarlierListProps {
  readonly earlier: Earlier;
  readonly onOpen: (sessionId: string) => void;
}

/** The sessions of an earlier time that the agent has kept. */
export function EarlierList({ earlier, onOpen }: EarlierListProps): ReactElement | null {
  const { sessions, error, more } = earlier;
  if (sessions.length === 0 && error === undefined) return null;
  return (
    <section className="earlier" aria-labelledby="earlier-title">
      <h2 className="sessions-title" id="earlier-title">
        Earlier
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
              <span className="session-title">{title || "Untitled"}</span>
              {updatedAt && <span className="session-when">{when(updatedAt)}</span>}
            </button>
          </li>
        ))}
      </ul>
      {error !== undefined && <p className="sessions-error">{error}</p>}
      {more !== undefined && (
        <button type="button" className="link-button" onClick={more}>
          Show more
        </button>
      )}
    </section>
  );
}
