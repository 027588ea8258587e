import { useEffect, useState } from "react";
import { fetchOk } from "../config/config.js";

/** What the agent said outside the protocol. */
export interface AgentLog {
  readonly lines: readonly string[];
  readonly skippedStdoutLines: number;
  readonly ended: string | null;
}

const NOTHING: AgentLog = { lines: [], skippedStdoutLines: 0, ended: null };

/** The log of one agent process, by the id of its socket: read once, or again and again where a pause is given. */
export function useAgentLog(socketId: string, everyMs?: number): AgentLog {
  const [log, setLog] = useState(NOTHING);
  useEffect(() => {
    const stop = new AbortController();
    const path = `/api/agent-log?id=${encodeURIComponent(socketId)}`;
    const read = (): void => {
      fetchOk(path, stop.signal)
        .then(async (response) => setLog((await response.json()) as AgentLog))
        // Without a server there is no log either; the page says so elsewhere.
        .catch(() => {});
    };
    read();
    const timer = everyMs === undefined ? undefined : setInterval(read, everyMs);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [socketId, everyMs]);
  return log;
}
