import type { AcpState } from "@acp-store/core";
import type { AcpMirrorError, SettledAnswer } from "@acp-store/mirror";
import type { ActionError } from "./tabState.js";
import { getErrorMessage, toSentence } from "../ui/texts.js";

/** Returns why the owner has refused an action, or `undefined` if the user need not know. */
export function describeRefusal(state: AcpState, error: AcpMirrorError): ActionError | undefined {
  // The session is marked again as soon as it is visible.
  if (error.action === "markSessionRead") return undefined;
  if (error.reason === "already_settled")
    return {
      title: "Already answered in another window",
      detail: toSentence(describeAnswer(state, error.settled)),
      canRetry: false,
    };
  return {
    title: error.reason === "uncertain" ? "This may not have been done" : "This was not done",
    detail: toSentence(getErrorMessage(error)),
    canRetry: false,
  };
}

function describeAnswer(state: AcpState, settled: SettledAnswer | undefined): string {
  if (settled?.optionId === undefined) return settled?.status ?? "";
  // Several requests may offer an option with this id. The owner means the request that was
  // answered last.
  const answered = [...state.sessions.values()]
    .flatMap(({ permissions }) => [...permissions.values()])
    .filter(({ optionId }) => optionId === settled.optionId)
    .toSorted((left, right) => (right.settledAt ?? 0) - (left.settledAt ?? 0))[0];
  const option = answered?.options.find(({ optionId }) => optionId === settled.optionId);
  return option?.name ?? settled.optionId;
}
