import { useSession } from "@acp-store/react";
import type { ReactElement } from "react";
import { plural } from "../ui/format.js";
import { Icon, Spinner } from "../ui/Icon.js";
import { sessionTitle } from "./sessionTitle.js";

interface SessionRowProps {
  readonly sessionId: string;
  readonly isCurrent: boolean;
  readonly isLoading: boolean;
  /** Requests that wait for the user. */
  readonly waiting: number;
  readonly onSelect: () => void;
  readonly onClose: () => void;
}

/** One open session: what it is called, whether it works, and whether it waits for the user. */
export function SessionRow(props: SessionRowProps): ReactElement {
  const { sessionId, isCurrent, isLoading, waiting, onSelect, onClose } = props;
  const title = useSession({ select: sessionTitle, sessionId });
  const state = useSession({
    select: (session) => {
      if (session?.detached !== undefined) return "read only";
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
          {state === "read only" ? (
            <Icon name="ban" />
          ) : state === "idle" || waiting > 0 ? (
            <span className="session-dot" data-waiting={waiting > 0} />
          ) : (
            <Spinner />
          )}
        </span>
        <span className="session-title">{title}</span>
        {state !== "idle" && <span className="sr-only">, {state}</span>}
        {waiting > 0 && (
          <span className="session-badge">
            <span aria-hidden="true">{waiting}</span>
            <span className="sr-only">, {plural(waiting, "request")} waiting for you</span>
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
