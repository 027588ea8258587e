import type { AcpState, Session } from "@acp-store/core";
import { isAcpMirrorError, type Mirror } from "@acp-store/mirror";
import { useAcpView, useSession } from "@acp-store/react";
import { type ReactElement, useState } from "react";
import { describeFailure } from "./describeFailure.js";

interface SessionCardProps {
  readonly sessionId: string;
  readonly mirror: Mirror;
  readonly isLive: boolean;
  readonly onRefused: (reason: string | undefined) => void;
}

/** The activity of a session, and a button that stops it. */
export function SessionCard(props: SessionCardProps): ReactElement {
  const { sessionId, mirror, isLive, onRefused } = props;
  const view = useAcpView();
  const session = useSession({ sessionId });
  const name = getSessionName(view.getState(), session);
  const [isStopping, setIsStopping] = useState(false);
  const isBusy = session !== undefined && session.openTurns.length > 0;

  const stop = (): void => {
    onRefused(undefined);
    setIsStopping(true);
    mirror.actions
      .cancel(sessionId)
      .catch((error: unknown) => {
        if (!isAcpMirrorError(error)) throw error;
        onRefused(describeFailure(error, view.getState()));
      })
      .finally(() => setIsStopping(false));
  };
  return (
    <article className="phone-session" aria-label={name}>
      <div className="phone-session-text">
        <h3>{name}</h3>
        <p className="soft" data-busy={isBusy}>
          {describeActivity(session)}
        </p>
      </div>
      {isBusy && (
        <button
          type="button"
          disabled={!isLive || isStopping || session.activity === "cancelling"}
          aria-label={`Stop ${name}`}
          onClick={stop}
        >
          Stop
        </button>
      )}
    </article>
  );
}

/** Returns the title of a session. The phone does not get its messages. */
export function getSessionName({ catalog }: AcpState, session: Session | undefined): string {
  return session?.info.title || catalog.get(session?.sessionId ?? "")?.title || "Untitled session";
}

function describeActivity(session: Session | undefined): string {
  if (session === undefined) return "Closed";
  if (session.activity === "cancelling") return "Stopping…";
  if (session.pendingPermissions.length > 0) return "Waits for your answer";
  if (session.openTurns.length > 0) return "Working…";
  if (session.detached !== undefined) return "Read-only";
  return "Idle";
}
