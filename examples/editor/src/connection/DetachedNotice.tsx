import type { ReactElement } from "react";
import { Icon, Notice } from "@acp-store/ui";
import { useAgentOutput } from "./agentOutput.js";
import { AgentOutputDetails } from "./AgentOutputDetails.js";
import type { AgentTabState } from "./tabState.js";
import { toSentence } from "../ui/texts.js";

interface DetachedNoticeProps {
  /** The reason why the session could not be restored. */
  readonly reason: string;
  readonly state: AgentTabState;
  readonly onNewSession: () => void;
  /** Tries again to open a session that this browser has saved. */
  readonly onRetry: (() => void) | undefined;
}

/** Shown if the agent could not restore the session, which is now read-only. */
export function DetachedNotice(props: DetachedNoticeProps): ReactElement {
  const { reason, state, onNewSession, onRetry } = props;
  const { end } = state;
  const output = useAgentOutput(end?.socketId ?? state.socketId);
  // Only the first sentence is for users. The rest gives hints to developers.
  const [firstSentence = reason] = reason.split(". ");
  const cause = end === undefined ? "" : `${end.title}. ${end.detail} `;
  return (
    <Notice
      tone="warning"
      title="This session is read-only"
      detail={`${cause}The session could not be restored: ${toSentence(firstSentence)}`}
    >
      {end !== undefined && <AgentOutputDetails output={output} />}
      <p className="acp-notice-actions">
        <button type="button" className="acp-button acp-button-primary" onClick={onNewSession}>
          <Icon name="plus" />
          New session
        </button>
        {onRetry !== undefined && (
          <button type="button" className="acp-button" onClick={onRetry}>
            <Icon name="refresh" />
            Try again
          </button>
        )}
      </p>
    </Notice>
  );
}
