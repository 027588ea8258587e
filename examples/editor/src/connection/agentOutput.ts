import { useEffect, useState } from "react";
import { fetchOk } from "../config/config.js";

/** The agent's output outside the protocol. */
export interface AgentOutput {
  readonly lines: readonly string[];
  readonly skippedStdoutLines: number;
  readonly ended: string | null;
  /** The lines that the agent wrote to stderr right before it ended. */
  readonly lastWords: readonly string[];
}

export const EMPTY_OUTPUT: AgentOutput = {
  lines: [],
  skippedStdoutLines: 0,
  ended: null,
  lastWords: [],
};

/**
 * Returns the log of one agent process, identified by the id of its socket. The log is fetched
 * once, or every `pollMs` milliseconds if given.
 */
export function useAgentOutput(socketId: string, pollMs?: number): AgentOutput {
  const [output, setOutput] = useState(EMPTY_OUTPUT);
  useEffect(() => {
    const stop = new AbortController();
    const fetchLog = (): void => {
      fetchAgentOutput(socketId, stop.signal)
        .then(setOutput)
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

/** Fetches the log of one agent process. Rejects if the server cannot be reached. */
export async function fetchAgentOutput(
  socketId: string,
  signal?: AbortSignal,
): Promise<AgentOutput> {
  const response = await fetchOk(`/api/agent-log?id=${encodeURIComponent(socketId)}`, signal);
  return (await response.json()) as AgentOutput;
}
