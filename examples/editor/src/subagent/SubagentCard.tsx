import type { Subagent } from "@acp-store/core";
import { AcpSessionProvider, useSession, useSubagent } from "@acp-store/react";
import { type ReactElement, useId, useMemo, useState } from "react";
import { type PanelScope, PanelScopeProvider, usePanelScope } from "../shell/panelScope.js";
import { CallStatus } from "../toolCall/CallStatus.js";
import { type ToolCallPhase, getToolCallPhase } from "../toolCall/toolCallPhase.js";
import { Icon } from "../ui/Icon.js";
import { pluralize } from "../ui/format.js";
import { SubagentTranscript } from "./SubagentTranscript.js";
import "./subagent.css";

/** A subagent with its status and its conversation, which is collapsed by default. */
export function SubagentCard({ sessionId }: { sessionId: string }): ReactElement | null {
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
    <article className="subagent" aria-label={title}>
      <button
        type="button"
        className="call-header call-toggle"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="branch" className="call-icon" />
        <span className="call-title">{title}</span>
        {callCount > 0 && (
          <span className="subagent-count">{pluralize(callCount, "tool call")}</span>
        )}
        <SubagentStatus subagent={subagent} />
        <Icon name="chevron" className="disclosure-icon" />
      </button>
      {subagent.description && <p className="subagent-description">{subagent.description}</p>}
      <div id={bodyId} className="subagent-body" hidden={!isOpen}>
        {isOpen && <SubagentSession sessionId={sessionId} />}
      </div>
    </article>
  );
}

function SubagentSession({ sessionId }: { sessionId: string }): ReactElement {
  const outer = usePanelScope();
  const cwd = useSession({ select: (session) => session?.cwd, sessionId }) ?? outer.cwd;
  const scope = useMemo((): PanelScope => ({ ...outer, sessionId, cwd }), [outer, sessionId, cwd]);
  return (
    <AcpSessionProvider sessionId={sessionId}>
      <PanelScopeProvider value={scope}>
        <SubagentTranscript />
      </PanelScopeProvider>
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
