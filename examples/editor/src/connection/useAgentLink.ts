import { useCallback, useEffect, useState } from "react";
import type { AgentConfig } from "../config/config.js";
import { type AgentLink, openAgentLink } from "./agentLink.js";

interface CurrentLink {
  /** Absent until the page is on the screen: rendering starts no agent. */
  readonly current: AgentLink | undefined;
  reconnect(): void;
}

/** One connection at a time, closed when the page has no more use for it. */
export function useAgentLink(config: AgentConfig): CurrentLink {
  const [attempt, setAttempt] = useState(0);
  const [current, setCurrent] = useState<AgentLink>();
  useEffect(() => {
    const link = openAgentLink(config);
    // The agent outside is what this effect synchronizes with.
    // oxlint-disable-next-line react/set-state-in-effect
    setCurrent(link);
    return link.close;
  }, [config, attempt]);
  const reconnect = useCallback(() => setAttempt((count) => count + 1), []);
  return { current, reconnect };
}
