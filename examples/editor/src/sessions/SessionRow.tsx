import { useSession } from "@acp-store/react";
import type { ReactElement } from "react";
import { pluralize } from "../ui/format.js";
import { Icon, Spinner } from "../ui/Icon.js";
import { getSessionTitle } from "./getSessionTitle.js";

interface SessionRowProps {
  readonly sessionId: string;
  readonly isCurrent: boolean;
  readonly isLoading: boolean;
  /** The number of pending requests. */
  readonly pendingCount: number;
  readonly onSelect: () => void;
  readonly onClose: () => void;
}

/** One open session with its title, its activity, and the number of pending requests. */
export function SessionRow(props: SessionRowProps): ReactElement {
  const { sessionId, isCurrent, isLoading, pendingCount, onSelect, onClose } = props;
  const title = useSession({ select: getSessionTitle, sessionId });
  const state = useSession({
    select: (session) => {
      if (session?.detached !== undefined) return "read-only";
      if (isLoading) return "loading";
      const isBusy = session !== undefined && session.openTurns.length > 0;
      return isBusy ? "working" : "idle";
    },
    sessionId,
  });
  return (
    <li className="session" data-current={isCurrent}>
      <button
        type="button"
        className="session-open"
        aria-current={isCurrent ? "true" : undefined}
        title={title}
        onClick={onSelect}
      >
        <span className="session-state" aria-hidden="true">
          {state === "read-only" ? (
            <Icon name="ban" />
          ) : state === "idle" || pendingCount > 0 ? (
            <span className="session-dot" data-waiting={pendingCount > 0} />
          ) : (
            <Spinner />
          )}
        </span>
        <span className="session-title">{title}</span>
        {state !== "idle" && <span className="sr-only">, {state}</span>}
        {pendingCount > 0 && (
          <span className="session-badge">
            <span aria-hidden="true">{pendingCount}</span>
            <span className="sr-only">, {pluralize(pendingCount, "request")} waiting for you</span>
          </span>
        )}
      </button>
      <button
        type="button"
        className="icon-button session-close"
        aria-label={`Close ${title}`}
        title="Close"
        onClick={onClose}
      >
        <Icon name="cross" />
      </button>
    </li>
  );
}
