import type { AgentState } from "@acp-store/core";

/** Returns the display name of the agent, or `undefined` if it has not reported one. */
export function getAgentTitle({ info }: AgentState): string | undefined {
  return info?.title || info?.name || undefined;
}
