import { useSession, useSessionId, useTurn } from "@acp-store/react";
import type { Turn } from "@acp-store/core";
import type { ReactElement } from "react";
import { useSessionElicitations } from "../elicitation/useSessionElicitations.js";
import { getPermissionTitle } from "../permission/getPermissionTitle.js";
import { useSessionPermissions } from "../permission/useSessionPermissions.js";
import { pluralize } from "../format/format.js";

/** Announces changes of activity and new requests to screen readers. */
export function Announcer(): ReactElement {
  const activity = useSession((session) => session?.activity);
  const isBusy = useSession((session) => session !== undefined && session.openTurns.length > 0);
  const turn = useTurn();
  const pending = useSessionPermissions();
  const sessionId = useSessionId();
  const [question] = useSessionElicitations(sessionId);
  const [oldest] = pending;
  return (
    <>
      <div className="acp-sr-only" aria-live="polite" data-testid="activity">
        {isBusy && activity !== "cancelling" && "The agent is working."}
        {activity === "cancelling" && "The agent is stopping."}
        {!isBusy && turn !== undefined && describeTurnOutcome(turn)}
      </div>
      <div className="acp-sr-only" aria-live="assertive">
        {oldest !== undefined &&
          `${pluralize(pending.length, "permission request")}: ${getPermissionTitle(oldest)}`}
        {oldest === undefined && question !== undefined && `The agent asks: ${question.message}`}
      </div>
    </>
  );
}

function describeTurnOutcome({ status, stopReason }: Turn): string {
  if (status === "failed") return "The agent failed.";
  if (status === "interrupted") return "The agent was interrupted.";
  return stopReason === "cancelled" ? "The agent was stopped." : "The agent has finished.";
}
