import { useSession } from "@acp-store/react";
import type { ReactElement } from "react";
import { usePermissionsHere } from "../permission/usePermissionsHere.js";
import { Icon } from "../ui/Icon.js";

/** What the agent does right now, at the end of the conversation. */
export function ActivityRow(): ReactElement | null {
  const activity = useSession((session) => session?.activity ?? "idle");
  const isAsking = usePermissionsHere().length > 0;
  if (activity !== "running" && activity !== "cancelling") return null;
  if (isAsking) {
    return (
      <p className="activity activity-asking">
        <Icon name="shield" />
        Waiting for your decision
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
      {activity === "running" ? "Working" : "Stopping"}
    </p>
  );
}
