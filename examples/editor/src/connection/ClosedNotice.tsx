import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.js";
import { useAgentLog } from "./agentLog.js";
import { AgentLogDetails } from "./AgentLogDetails.js";
import type { ConnectionEnd } from "./connectionEnd.js";
import { Notice } from "./Notice.js";

interface ClosedNoticeProps {
  readonly connectionId: string;
  readonly command: string;
  readonly end: ConnectionEnd;
  readonly onReconnect: () => void;
}

export function ClosedNotice(props: ClosedNoticeProps): ReactElement {
  const { connectionId, command, end, onReconnect } = props;
  const log = useAgentLog(connectionId);
  return (
    <Notice title={end.title} detail={end.detail}>
      <code className="command">{command}</code>
      <AgentLogDetails log={log} />
      <p>
        <button type="button" className="button button-primary" onClick={onReconnect}>
          <Icon name="refresh" />
          Reconnect
        </button>
      </p>
    </Notice>
  );
}
