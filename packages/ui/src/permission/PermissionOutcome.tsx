import { isAmbiguousOption, type Permission, selectPermissionTitle } from "@acp-store/core";
import { useAcpState, usePermission } from "@acp-store/react";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { permissionOutcomeTexts } from "../texts/requestTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { toolKindTitles } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { getToolCallTitle } from "../toolCall/toolKinds.js";

interface PermissionOutcomeProps {
  readonly id: string;
  /** Whether it is shown on its own instead of in the card of its tool call. */
  readonly isStandalone?: boolean;
}

/** The outcome of a permission request. A pending request is shown above the composer instead. */
export function PermissionOutcome(props: PermissionOutcomeProps): ReactElement | null {
  const permission = usePermission(props.id);
  const title = useAcpState((state) => permission && selectPermissionTitle(state, permission));
  const { isRecording } = useAcpUi();
  const texts = useTexts("permissionOutcome", permissionOutcomeTexts);
  const titles = useTexts("toolKindTitle", toolKindTitles);
  if (permission === undefined || permission.status === "pending") return null;
  const { icon, tone, text } = describePermissionOutcome(permission, texts, isRecording);
  return (
    <p
      className={`acp-ui acp-permission-outcome acp-permission-outcome-${tone} ${props.isStandalone ? "acp-permission-outcome-standalone" : ""}`}
    >
      <Icon name={icon} />
      <span>
        {props.isStandalone
          ? texts.standalone(getToolCallTitle(title, permission.toolCall?.kind, titles), text)
          : text}
      </span>
    </p>
  );
}

interface OutcomeDescription {
  readonly icon: IconName;
  readonly tone: "allowed" | "rejected" | "unanswered";
  readonly text: string;
}

function describePermissionOutcome(
  permission: Permission,
  texts: UiTexts["permissionOutcome"],
  isRecording: boolean,
): OutcomeDescription {
  const { status, optionId = "", options, reason } = permission;
  const option = options.find((offered) => offered.optionId === optionId);
  if (status !== "selected")
    return { icon: "ban", tone: "unanswered", text: describeReason(reason, texts) };
  const describe =
    reason === "policy" ? texts.byPolicy : isRecording ? texts.recorded : texts.chosen;
  if (isAmbiguousOption(options, optionId))
    return { icon: "ban", tone: "unanswered", text: describe(optionId) };
  const text = describe(option?.name ?? optionId);
  return option?.kind.startsWith("reject")
    ? { icon: "cross", tone: "rejected", text }
    : { icon: "check", tone: "allowed", text };
}

/** Returns why a request was not answered. */
function describeReason(reason: string | undefined, texts: UiTexts["permissionOutcome"]): string {
  switch (reason) {
    case "turn_cancelled":
    case "turn_ended":
    case "withdrawn":
    case "disconnected":
    case "interrupted":
    case "session_closed":
      return texts[reason];
    default:
      return texts.unanswered;
  }
}
