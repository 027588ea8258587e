import type { Permission } from "@acp-store/core";
import { usePermission } from "@acp-store/react";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { getPermissionTitle } from "./getPermissionTitle.js";

interface PermissionOutcomeProps {
  readonly id: string;
  /** Whether it is shown on its own instead of in the card of its tool call. */
  readonly isStandalone?: boolean;
}

/** The outcome of a permission request. A pending request is shown above the composer instead. */
export function PermissionOutcome(props: PermissionOutcomeProps): ReactElement | null {
  const permission = usePermission(props.id);
  const { isRecording } = useAcpUi();
  if (permission === undefined || permission.status === "pending") return null;
  const { icon, tone, text } = describePermissionOutcome(
    permission,
    isRecording ? "Answered" : "You chose",
  );
  return (
    <p
      className={`acp-ui acp-permission-outcome acp-permission-outcome-${tone} ${props.isStandalone ? "acp-permission-outcome-standalone" : ""}`}
    >
      <Icon name={icon} />
      <span>{props.isStandalone ? `${getPermissionTitle(permission)}: ${text}` : text}</span>
    </p>
  );
}

interface OutcomeDescription {
  readonly icon: IconName;
  readonly tone: "allowed" | "rejected" | "unanswered";
  readonly text: string;
}

const CANCEL_REASONS: Readonly<Record<string, string>> = {
  turn_cancelled: "Not answered: the turn was stopped",
  turn_ended: "Not answered: the turn ended",
  withdrawn: "Withdrawn by the agent",
  disconnected: "Not answered: the connection ended",
  interrupted: "Not answered: the session was interrupted",
  session_closed: "Not answered: the session was closed",
};

function describePermissionOutcome(permission: Permission, userPrefix: string): OutcomeDescription {
  const { status, optionId, options, reason } = permission;
  const option = options.find((offered) => offered.optionId === optionId);
  if (status !== "selected") {
    return {
      icon: "ban",
      tone: "unanswered",
      text: CANCEL_REASONS[reason ?? ""] ?? "Not answered",
    };
  }
  const text = `${reason === "policy" ? "Answered by a policy" : userPrefix}: ${option?.name ?? optionId}`;
  return option?.kind.startsWith("reject")
    ? { icon: "cross", tone: "rejected", text }
    : { icon: "check", tone: "allowed", text };
}
