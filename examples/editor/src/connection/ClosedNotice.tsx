import type { ReactElement } from "react";
import { ConnectionBanner } from "@acp-store/ui";
import { useAgentLog } from "./agentLog.js";
import { AgentLogDetails } from "./AgentLogDetails.js";
import type { LinkState } from "./linkState.js";

/** The command of the agent, and the action that starts it from scratch. */
export interface ReconnectProps {
  readonly command: string;
  readonly onReconnect: () => void;
}

interface ClosedNoticeProps extends ReconnectProps {
  readonly state: LinkState;
}

/** Shown when the connection is closed permanently or could not be established. */
export function ClosedNotice({ state, command, onReconnect }: ClosedNoticeProps): ReactElement {
  const { end, socketId } = state;
  const log = useAgentLog(end?.socketId ?? socketId);
  return (
    <ConnectionBanner closed={end} onReconnect={onReconnect}>
      {end?.isServerGone !== true && <code className="acp-command">{command}</code>}
      <AgentLogDetails log={log} />
    </ConnectionBanner>
  );
}
