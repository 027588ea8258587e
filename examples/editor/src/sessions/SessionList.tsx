import { useConnection } from "@acp-store/react";
import type { ReactElement } from "react";
import type { LinkState } from "../connection/linkState.js";
import type { SessionOpener } from "../connection/sessionOpener.js";
import { Icon, Spinner } from "../ui/Icon.js";
import { EarlierList } from "./EarlierList.js";
import { SessionRow } from "./SessionRow.js";
import { useEarlier } from "./useEarlier.js";
import { useOpenSessions } from "./useOpenSessions.js";
import { useWaiting } from "./useWaiting.js";
import "./sessions.css";

interface SessionListProps {
  readonly opener: SessionOpener;
  readonly state: LinkState;
}

/** All sessions of the agent: the open ones, and those it has kept. */
export function SessionList({ opener, state }: SessionListProps): ReactElement {
  const isReady = useConnection((connection) => connection?.status === "ready");
  const open = useOpenSessions();
  const waiting = useWaiting();
  const earlier = useEarlier(opener.listEarlier, open, isReady);
  return (
    <nav className="sessions" aria-label="Sessions">
      <button
        type="button"
        className="button new-session"
        disabled={!isReady || state.isOpening}
        onClick={opener.newSession}
      >
        {state.isOpening ? <Spinner /> : <Icon name="plus" />}
        New session
      </button>
      {state.refusal !== undefined && (
        <p className="sessions-error" role="alert">
          {state.refusal}
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
              waiting={waiting.get(sessionId) ?? 0}
              onSelect={() => opener.select(sessionId)}
              onClose={() => opener.closeSession(sessionId)}
            />
          ))}
        </ul>
        {isReady && <EarlierList earlier={earlier} onOpen={opener.openEarlier} />}
      </div>
    </nav>
  );
}
