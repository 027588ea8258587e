import { useAcpStore } from "@acp-store/react";
import type { AgentState } from "@acp-store/core";
import { useCallback, useSyncExternalStore } from "react";

/** What the agent said about itself. */
export function useAgentState(): AgentState {
  const store = useAcpStore();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe((state) => state.agent, listener),
    [store],
  );
  return useSyncExternalStore(subscribe, () => store.getState().agent);
}

/** The agent's name for people, where it has said one. */
export function agentTitle({ info }: AgentState): string | undefined {
  return info?.title || info?.name || undefined;
}
