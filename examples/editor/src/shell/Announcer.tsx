import { useSession, useTurn } from "@acp-store/react";
import type { Turn } from "@acp-store/core";
import type { ReactElement } from "react";
import { useElicitationsHere } from "../elicitation/useElicitationsHere.js";
import { permissionTitle } from "../permission/permissionTitle.js";
import { usePermissionsHere } from "../permission/usePermissionsHere.js";
import { plural } from "../ui/format.js";
import { usePanelScope } from "./panelScope.js";

/** Tells screen readers what sighted users see move. */
export function Announcer(): ReactElement {
  const activity = useSession((session) => session?.activity);
  const isBusy = useSession((session) => session !== undefined && session.openTurns.length > 0);
  const turn = useTurn();
  const pending = usePermissionsHere();
  const { sessionId } = usePanelScope();
  const [question] = useElicitationsHere(sessionId);
  const [oldest] = pending;
  return (
    <>
      <div className="sr-only" aria-live="polite" data-testid="activity">
        {isBusy && activity !== "cancelling" && "The agent is working."}
        {activity === "cancelling" && "The agent is stopping."}
        {!isBusy && turn !== undefined && outcome(turn)}
      </div>
      <div className="sr-only" aria-live="assertive">
        {oldest !== undefined &&
          `${plural(pending.length, "permission request")}: ${permissionTitle(oldest)}`}
        {oldest === undefined && question !== undefined && `The agent asks: ${question.message}`}
      </div>
    </>
  );
}

function outcome({ status, stopReason }: Turn): string {
  if (status === "failed") return "The agent failed.";
  return stopReason === "cancelled" ? "The agent was stopped." : "The agent is done.";
}
