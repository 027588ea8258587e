import type { Permission } from "@acp-store/core";
import { usePermission } from "@acp-store/react";
import type { ReactElement } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { Icon } from "../ui/Icon.js";
import type { IconName } from "../ui/iconPaths.js";
import { permissionTitle } from "./permissionTitle.js";
import "./permission.css";

interface PermissionRecordProps {
  readonly id: string;
  /** Stands alone, without the card of its tool call. */
  readonly isStandalone?: boolean;
}

/** What became of a request. One that waits is shown beside the composer. */
export function PermissionRecord(props: PermissionRecordProps): ReactElement | null {
  const permission = usePermission(props.id);
  const { isRecording } = usePanelScope();
  if (permission === undefined || permission.status === "pending") return null;
  const { icon, tone, text } = describe(permission, isRecording ? "Answered" : "You chose");
  return (
    <p className={`record record-${tone} ${props.isStandalone ? "record-alone" : ""}`}>
      <Icon name={icon} />
      <span>{props.isStandalone ? `${permissionTitle(permission)}: ${text}` : text}</span>
    </p>
  );
}

interface Description {
  readonly icon: IconName;
  readonly tone: "yes" | "no" | "none";
  readonly text: string;
}

const WITHOUT_ANSWER: Readonly<Record<string, string>> = {
  turn_cancelled: "Not answered: the turn was stopped",
  turn_ended: "Not answered: the turn ended",
  withdrawn: "Withdrawn by the agent",
  disconnected: "Not answered: the connection ended",
  session_closed: "Not answered: the session was closed",
};

function describe(permission: Permission, byUser: string): Description {
  const { status, optionId, options, reason } = permission;
  const option = options.find((offered) => offered.optionId === optionId);
  if (status !== "selected") {
    return { icon: "ban", tone: "none", text: WITHOUT_ANSWER[reason ?? ""] ?? "Not answered" };
  }
  const text = `${reason === "policy" ? "Answered by a rule" : byUser}: ${option?.name ?? optionId}`;
  return option?.kind.startsWith("reject")
    ? { icon: "cross", tone: "no", text }
    : { icon: "check", tone: "yes", text };
}
