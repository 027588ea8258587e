import { useEffect, useState } from "react";
import { fetchOk } from "../config/config.js";

/** The agent's output outside the protocol. */
export interface AgentLog {
  readonly lines: readonly string[];
  readonly skippedStdoutLines: number;
  readonly ended: string | null;
}

const EMPTY_LOG: AgentLog = { lines: [], skippedStdoutLines: 0, ended: null };

/**
 * Returns the log of one agent process, identified by the id of its socket. The log is fetched
 * once, or every `pollMs` milliseconds if given.
 */
export function useAgentLog(socketId: string, pollMs?: number): AgentLog {
  const [log, setLog] = useState(EMPTY_LOG);
  useEffect(() => {
    const stop = new AbortController();
    const path = `/api/agent-log?id=${encodeURIComponent(socketId)}`;
    const fetchLog = (): void => {
      fetchOk(path, stop.signal)
        .then(async (response) => setLog((await response.json()) as AgentLog))
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
  return log;
}
