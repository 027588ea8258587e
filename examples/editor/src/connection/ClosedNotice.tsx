import type { ReactElement } from "react";
import { ConnectionBanner } from "@acp-store/ui";
import { useAgentOutput } from "./agentOutput.js";
import { AgentOutputDetails } from "./AgentOutputDetails.js";
import type { AgentTabState } from "./tabState.js";

/** The command of the agent, and the action that starts it from scratch. */
export interface ReconnectProps {
  readonly command: string;
  /** The same, as the program and its arguments. */
  readonly agentCommand: readonly string[];
  readonly onReconnect: () => void;
}

interface ClosedNoticeProps extends Omit<ReconnectProps, "agentCommand"> {
  readonly state: AgentTabState;
}

/** Shown when the connection is closed permanently or could not be established. */
export function ClosedNotice({ state, command, onReconnect }: ClosedNoticeProps): ReactElement {
  const { end, socketId } = state;
  const output = useAgentOutput(end?.socketId ?? socketId);
  return (
    <ConnectionBanner closed={end} onReconnect={onReconnect}>
      {end?.isServerGone !== true && <code className="acp-command">{command}</code>}
      <AgentOutputDetails output={output} />
    </ConnectionBanner>
  );
}
