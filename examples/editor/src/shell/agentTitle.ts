import type { AgentState } from "@acp-store/core";

/** The agent's name for people, where it has said one. */
export function agentTitle({ info }: AgentState): string | undefined {
  return info?.title || info?.name || undefined;
}
