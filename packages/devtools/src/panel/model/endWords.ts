import type { AcpState } from "@acp-store/core";

/** How a log ended, as the state at its end tells it; begins with a colon if there is anything to say. */
export function endWords({ connection, sessions }: AcpState): string {
  const { status, reason } = connection ?? {};
  if ((status === "closed" || status === "lost") && reason !== undefined) return `: ${reason}`;
  const open = [...sessions.values()].reduce((sum, { openTurns }) => sum + openTurns.length, 0);
  return open === 0 ? "" : ", in mid-turn";
}
