import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.js";
import { useAgentLog } from "./agentLog.js";
import { AgentLogDetails } from "./AgentLogDetails.js";
import { sentence } from "./connectionEnd.js";
import type { LinkState } from "./linkState.js";
import { Notice } from "./Notice.js";

interface DetachedNoticeProps {
  /** Why the agent could not bring it back. */
  readonly reason: string;
  readonly state: LinkState;
  readonly onNewSession: () => void;
}

/** The agent is back, but has lost this session: it can be read, and no more. */
export function DetachedNotice({ reason, state, onNewSession }: DetachedNoticeProps): ReactElement {
  const { end } = state;
  const log = useAgentLog(end?.socketId ?? state.socketId);
  // What follows is what a program could do.
  const [why = reason] = reason.split(". ");
  const ended = end === undefined ? "" : `${end.title}. ${end.detail} `;
  return (
    <Notice
      tone="warning"
      title="This session can only be read"
      detail={`${ended}The session was not brought back: ${sentence(why)}`}
    >
      {end !== undefined && <AgentLogDetails log={log} />}
      <p>
        <button type="button" className="button button-primary" onClick={onNewSession}>
          <Icon name="plus" />
          New session
        </button>
      </p>
    </Notice>
  );
}
