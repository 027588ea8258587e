import { useSession } from "@acp-store/react";
import type { ReactElement } from "react";
import { useElicitationsHere } from "../elicitation/useElicitationsHere.js";
import { usePermissionsHere } from "../permission/usePermissionsHere.js";
import { usePanelScope } from "../shell/panelScope.js";
import { Icon } from "../ui/Icon.js";

/** What the agent does right now, at the end of the conversation. */
export function ActivityRow(): ReactElement | null {
  const isBusy = useSession((session) => session !== undefined && session.openTurns.length > 0);
  const isStopping = useSession((session) => session?.activity === "cancelling");
  const { sessionId } = usePanelScope();
  const elicitations = useElicitationsHere(sessionId);
  const isAsking = usePermissionsHere().length + elicitations.length > 0;
  if (!isBusy) return null;
  if (isAsking) {
    return (
      <p className="activity activity-asking">
        <Icon name="shield" />
        Waiting for you
      </p>
    );
  }
  return (
    <p className="activity" data-testid="working">
      <span className="pulse" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {isStopping ? "Stopping" : "Working"}
    </p>
  );
}
