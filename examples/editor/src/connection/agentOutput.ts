import { useEffect, useState } from "react";
import { fetchOk } from "../config/config.js";

/** The agent's output outside the protocol. */
export interface AgentOutput {
  readonly lines: readonly string[];
  readonly skippedStdoutLines: number;
  readonly ended: string | null;
}

const EMPTY_OUTPUT: AgentOutput = { lines: [], skippedStdoutLines: 0, ended: null };

/**
 * Returns the log of one agent process, identified by the id of its socket. The log is fetched
 * once, or every `pollMs` milliseconds if given.
 */
export function useAgentOutput(socketId: string, pollMs?: number): AgentOutput {
  const [output, setOutput] = useState(EMPTY_OUTPUT);
  useEffect(() => {
    const stop = new AbortController();
    const path = `/api/agent-log?id=${encodeURIComponent(socketId)}`;
    const fetchLog = (): void => {
      fetchOk(path, stop.signal)
        .then(async (response) => setOutput((await response.json()) as AgentOutput))
        // The page already reports elsewhere that the server is unreachable.
        .catch(() => {});
    };
    fetchLog();
    const timer = pollMs === undefined ? undefined : setInterval(fetchLog, pollMs);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [socketId, pollMs]);
  return output;
}
