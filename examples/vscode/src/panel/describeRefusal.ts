import type { AcpState } from "@acp-store/core";
import type { AcpMirrorError, AcpMirrorErrorReason } from "@acp-store/mirror";
import { describeOutcome } from "../shared/permissionText.js";

/** Returns why an action of the user was not carried out, in words for the user. */
export function describeRefusal(error: AcpMirrorError, state: AcpState): string {
  const { reason, message, settled, action } = error;
  // The notice with the sign-in methods shows why a sign-in has failed.
  if (action === "authenticate" && reason === "failed") return "";
  if (reason !== "already_settled") return REFUSALS[reason] ?? message;
  const permissions = [...state.sessions.values()].flatMap((session) => [
    ...session.permissions.values(),
  ]);
  const answered = permissions.findLast(({ options }) =>
    options.some(({ optionId }) => optionId === settled?.optionId),
  );
  return describeOutcome(answered, settled, "in the notification");
}

/** The refusals whose message is not meant for the user. */
const REFUSALS: Partial<Record<AcpMirrorErrorReason, string>> = {
  offline: "Not sent: the panel is not connected to the extension.",
  uncertain: "The extension was restarted. Check the conversation before you try again.",
};
