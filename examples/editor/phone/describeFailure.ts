import type { AcpState } from "@acp-store/core";
import type { AcpMirrorError } from "@acp-store/mirror";

/** Returns why an action was not carried out, in words for the user. */
export function describeFailure(
  { reason, message, settled }: AcpMirrorError,
  state: AcpState,
): string {
  switch (reason) {
    case "already_settled": {
      const options = [...state.sessions.values()].flatMap(({ permissions }) =>
        [...permissions.values()].flatMap((permission) => permission.options),
      );
      const answer = options.findLast(({ optionId }) => optionId === settled?.optionId)?.name;
      return answer === undefined
        ? "The agent no longer waits for this answer."
        : `Already answered in another window: ${answer}`;
    }
    case "forbidden":
      return "The agent no longer works on this.";
    case "offline":
      return "Not connected. Nothing was sent.";
    case "uncertain":
      return "The connection broke. Look whether your answer has arrived.";
    default:
      return message;
  }
}
