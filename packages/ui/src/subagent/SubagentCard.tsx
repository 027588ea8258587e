import type { Subagent } from "@acp-store/core";
import { AcpSessionProvider, useSession, useSubagent } from "@acp-store/react";
import { type ReactElement, useId, useState } from "react";
import { AcpUiProvider } from "../context/AcpUiProvider.js";
import { useAcpUi } from "../context/acpUi.js";
import { CallStatus } from "../toolCall/CallStatus.js";
import { type ToolCallPhase, getToolCallPhase } from "../toolCall/toolCallPhase.js";
import { Icon } from "../controls/Icon.js";
import { pluralize } from "../format/format.js";
import { SubagentTranscript } from "./SubagentTranscript.js";

/** The props of {@link SubagentCard}. */
export interface SubagentCardProps {
  /** The session of the subagent. */
  readonly sessionId: string;
}

/** A subagent with its status and its conversation, which is collapsed by default. */
export function SubagentCard({ sessionId }: SubagentCardProps): ReactElement | null {
  const subagent = useSubagent(sessionId);
  const callCount = useSession({
    select: (session) => session?.toolCalls.size ?? 0,
    sessionId,
  });
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  if (subagent === undefined) return null;
  const title = subagent.title || "Subagent";
  return (
    <article className="acp-ui acp-subagent" aria-label={title}>
      <button
        type="button"
        className="acp-call-header acp-call-toggle"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="branch" className="acp-call-icon" />
        <span className="acp-call-title">{title}</span>
        {callCount > 0 && (
          <span className="acp-subagent-count">{pluralize(callCount, "tool call")}</span>
        )}
        <SubagentStatus subagent={subagent} />
        <Icon name="chevron" className="acp-disclosure-icon" />
      </button>
      {subagent.description && <p className="acp-subagent-description">{subagent.description}</p>}
      <div id={bodyId} className="acp-subagent-body" hidden={!isOpen}>
        {isOpen && <SubagentSession sessionId={sessionId} />}
      </div>
    </article>
  );
}

function SubagentSession({ sessionId }: { sessionId: string }): ReactElement {
  const outer = useAcpUi();
  const cwd = useSession({ select: (session) => session?.cwd, sessionId }) ?? outer.cwd;
  return (
    <AcpSessionProvider sessionId={sessionId}>
      <AcpUiProvider cwd={cwd}>
        <SubagentTranscript />
      </AcpUiProvider>
    </AcpSessionProvider>
  );
}

function SubagentStatus({ subagent }: { subagent: Subagent }): ReactElement | null {
  const state = subagent.state?.state;
  return state === undefined ? null : <CallStatus phase={getSubagentPhase(state)} />;
}

/** Maps the state of a subagent, which has other values than the status of a tool call. */
function getSubagentPhase(state: string): ToolCallPhase {
  if (state === "requires_action")
    return { name: "needs_approval", label: "Needs input", icon: "shield" };
  if (state === "idle") return { name: "completed", label: "Idle", icon: "check" };
  if (state === "running") return { name: "running", label: "Running" };
  return getToolCallPhase({ status: state });
}
