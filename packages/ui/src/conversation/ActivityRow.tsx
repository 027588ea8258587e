import { useSession, useSessionId, useTurn } from "@acp-store/react";
import { type ReactElement, useState } from "react";
import { useSessionElicitations } from "../elicitation/useSessionElicitations.js";
import { useSessionPermissions } from "../permission/useSessionPermissions.js";
import { Duration } from "../time/Duration.js";
import { Icon } from "../controls/Icon.js";

/** The current activity of the agent, shown at the end of the conversation. */
export function ActivityRow(): ReactElement | null {
  const isBusy = useSession((session) => session !== undefined && session.openTurns.length > 0);
  const isStopping = useSession((session) => session?.activity === "cancelling");
  const startedAt = useTurn(undefined, (turn) => turn?.startedAt);
  const sessionId = useSessionId();
  const elicitations = useSessionElicitations(sessionId);
  const hasPendingRequests = useSessionPermissions().length + elicitations.length > 0;
  if (!isBusy) return null;
  if (hasPendingRequests) {
    return (
      <p className="acp-activity acp-activity-waiting">
        <Icon name="shield" />
        Waiting for you
      </p>
    );
  }
  return (
    <p className="acp-activity" data-testid="working">
      <span className="acp-pulse" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {isStopping ? (
        <StoppingLabel />
      ) : (
        <span>Working {startedAt !== undefined && <Duration span={{ start: startedAt }} />}</span>
      )}
    </p>
  );
}

/** Counts the seconds since the user has stopped the turn. */
function StoppingLabel(): ReactElement {
  const [start] = useState(Date.now);
  return (
    <span>
      Stopping… <Duration span={{ start }} />
    </span>
  );
}
