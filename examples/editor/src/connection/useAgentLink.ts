import { useCallback, useEffect, useState } from "react";
import type { AgentConfig } from "../config/config.js";
import { type AgentLink, openAgentLink } from "./agentLink.js";

interface CurrentLink {
  /** `undefined` during the first render, because an effect starts the agent. */
  readonly current: AgentLink | undefined;
  reconnect(): void;
}

/** Opens a connection to the agent and closes it on unmount or reconnect. */
export function useAgentLink(config: AgentConfig): CurrentLink {
  const [attempt, setAttempt] = useState(0);
  const [current, setCurrent] = useState<AgentLink>();
  useEffect(() => {
    const link = openAgentLink(config);
    // This effect synchronizes with an external system, the agent.
    // oxlint-disable-next-line react/set-state-in-effect
    setCurrent(link);
    return link.close;
  }, [config, attempt]);
  const reconnect = useCallback(() => setAttempt((count) => count + 1), []);
  return { current, reconnect };
}
