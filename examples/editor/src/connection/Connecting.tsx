import { type ReactElement, useEffect, useState } from "react";
import { Icon, Notice } from "@acp-store/ui";
import { useAgentOutput } from "./agentOutput.js";
import { AgentOutputDetails } from "./AgentOutputDetails.js";
import { ConnectingStep } from "./ConnectingStep.js";

const LOG_POLL_MS = 2000;
/** Agents that a package runner downloads first take long to start. */
const LATE_AFTER_MS = 20_000;

interface ConnectingProps {
  readonly socketId: string;
  readonly command: string;
  readonly step: string;
  readonly onReconnect: () => void;
}

/** Shown while the agent starts. After a while without a response, it adds the agent's output. */
export function Connecting(props: ConnectingProps): ReactElement {
  const { socketId, command, step, onReconnect } = props;
  const output = useAgentOutput(socketId, LOG_POLL_MS);
  const isLate = useIsLate();
  return (
    <ConnectingStep step={step} command={command}>
      {(isLate || output.skippedStdoutLines > 0) && (
        <Notice tone="warning" icon="clock" title="The agent has not responded yet">
          <AgentOutputDetails output={output} isOpen />
          <p>
            <button type="button" className="acp-button" onClick={onReconnect}>
              <Icon name="refresh" />
              Reconnect
            </button>
          </p>
        </Notice>
      )}
    </ConnectingStep>
  );
}

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
