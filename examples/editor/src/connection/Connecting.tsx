import { type ReactElement, useEffect, useState } from "react";
import { Icon, Spinner } from "../ui/Icon.js";
import { useAgentLog } from "./agentLog.js";
import { AgentLogDetails } from "./AgentLogDetails.js";
import { Notice } from "./Notice.js";

const POLL_MS = 2000;
/** Agents that are fetched by a package runner need their time. */
const PATIENCE_MS = 20_000;

interface ConnectingProps {
  readonly socketId: string;
  readonly command: string;
  readonly step: string;
  readonly onReconnect: () => void;
}

/** An agent that is starting; one that stays silent gets an explanation. */
export function Connecting(props: ConnectingProps): ReactElement {
  const { socketId, command, step, onReconnect } = props;
  const log = useAgentLog(socketId, POLL_MS);
  const isLate = useIsLate();
  return (
    <div className="connecting">
      <p className="connecting-step" role="status">
        <Spinner />
        {step}…
      </p>
      <code className="command">{command}</code>
      {(isLate || log.skippedStdoutLines > 0) && (
        <Notice tone="warning" icon="clock" title="The agent has not answered yet">
          <AgentLogDetails log={log} isOpen />
          <p>
            <button type="button" className="button" onClick={onReconnect}>
              <Icon name="refresh" />
              Reconnect
            </button>
          </p>
        </Notice>
      )}
    </div>
  );
}

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
