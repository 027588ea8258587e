import { useConnection } from "@acp-store/react";
import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.js";
import { useAgentLog } from "./agentLog.js";
import { AgentLogDetails } from "./AgentLogDetails.js";
import { sentence } from "./connectionEnd.js";
import type { LinkState } from "./linkState.js";
import { Notice } from "./Notice.js";

/** Which agent it is, and how to start it anew. */
export interface AboutAgent {
  readonly command: string;
  readonly onReconnect: () => void;
}

interface ClosedNoticeProps extends AboutAgent {
  readonly state: LinkState;
}

/** The agent is gone for good, or never came. */
export function ClosedNotice({ state, command, onReconnect }: ClosedNoticeProps): ReactElement {
  const reason = useConnection((connection) => connection?.reason) ?? "";
  const { end, socketId } = state;
  const log = useAgentLog(end?.socketId ?? socketId);
  const { title, detail } = end ?? { title: "No connection", detail: sentence(reason) };
  return (
    <Notice title={title} detail={detail}>
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
