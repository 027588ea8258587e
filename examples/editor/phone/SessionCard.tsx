import type { Activity } from "@acp-store/core";
import type { OverviewSession } from "@acp-store/fleet";
import { isAcpMirrorError, type Mirror } from "@acp-store/mirror";
import { type ReactElement, useState, useSyncExternalStore } from "react";
import { describeFailure } from "./describeFailure.js";

interface SessionCardProps {
  readonly session: OverviewSession;
  readonly title: string;
  readonly agentName: string;
  readonly isWaiting: boolean;
  readonly mirror: Mirror | undefined;
  readonly isLive: boolean;
  readonly onRefused: (reason: string | undefined) => void;
}

/** The activity of a session, and a button that stops it. */
export function SessionCard(props: SessionCardProps): ReactElement {
  const { session, title, agentName, isWaiting, mirror, isLive, onRefused } = props;
  const { sessionId, isWorking } = session;
  const [isStopping, setIsStopping] = useState(false);
  const activity = useSyncExternalStore(
    mirror?.subscribe ?? neverChanges,
    () => mirror?.getState().sessions.get(sessionId)?.activity,
  );

  const stop = (): void => {
    if (mirror === undefined) return;
    onRefused(undefined);
    setIsStopping(true);
    mirror.actions
      .cancel(sessionId)
      .catch((error: unknown) => {
        if (!isAcpMirrorError(error)) throw error;
        onRefused(describeFailure(error, mirror.getState()));
      })
      .finally(() => setIsStopping(false));
  };
  return (
    <article className="phone-session" aria-label={title}>
      <div className="phone-session-text">
        <h3>{title}</h3>
        <p className="soft" data-busy={isWorking}>
          {`${agentName} · ${isWaiting ? "Waits for your answer" : describeActivity(isWorking, activity)}`}
        </p>
      </div>
      {isWorking && (
        <button
          type="button"
          disabled={!isLive || isStopping || activity === "cancelling"}
          aria-label={`Stop ${title}`}
          onClick={stop}
        >
          Stop
        </button>
      )}
    </article>
  );
}

const neverChanges = () => () => {};

function describeActivity(isWorking: boolean, activity: Activity | undefined): string {
  if (activity === "cancelling") return "Stopping…";
  return isWorking ? "Working…" : "Idle";
}
