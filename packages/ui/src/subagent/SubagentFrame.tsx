import type { Subagent } from "@acp-store/core";
import { AcpSessionProvider, useSession, useSubagent } from "@acp-store/react";
import { type ReactElement, type ReactNode, useId, useState } from "react";
import { AcpUiProvider } from "../context/AcpUiProvider.js";
import { CallStatus } from "../toolCall/CallStatus.js";
import { createPhaseDisplay, type PhaseDisplay } from "../toolCall/toolCallPhase.js";
import { ClippedText } from "../content/ClippedText.js";
import { clipLabel } from "../format/clipText.js";
import { Icon } from "../controls/Icon.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { toolCallPhaseTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { SubagentCardProps } from "../context/slots.js";

interface SubagentFrameProps extends SubagentCardProps {
  /** The conversation of the subagent. */
  readonly children: ReactNode;
}

/** A subagent with its status, around its conversation, which is collapsed by default. */
export function SubagentFrame(props: SubagentFrameProps): ReactElement | null {
  const { sessionId } = props;
  const subagent = useSubagent(sessionId);
  const callCount = useSession({
    select: (session) => session?.toolCalls.size ?? 0,
    sessionId,
  });
  const texts = useTexts("subagent", subagentTexts);
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  if (subagent === undefined) return null;
  const title = clipLabel(subagent.title || texts.untitled);
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
        {callCount > 0 && <span className="acp-subagent-count">{texts.toolCalls(callCount)}</span>}
        <SubagentStatus subagent={subagent} />
        <Icon name="chevron" className="acp-disclosure-icon" />
      </button>
      {subagent.description && (
        <p className="acp-subagent-description">
          <ClippedText text={subagent.description} />
        </p>
      )}
      <div id={bodyId} className="acp-subagent-body" hidden={!isOpen}>
        {isOpen && <SubagentSession {...props} />}
      </div>
    </article>
  );
}

function SubagentSession({ sessionId, children }: SubagentFrameProps): ReactElement {
  const cwd = useSession({ select: (session) => session?.cwd, sessionId });
  return (
    <AcpSessionProvider sessionId={sessionId}>
      <AcpUiProvider cwd={cwd}>{children}</AcpUiProvider>
    </AcpSessionProvider>
  );
}

function SubagentStatus({ subagent }: { subagent: Subagent }): ReactElement | null {
  const texts = useTexts("subagent", subagentTexts);
  const phaseTexts = useTexts("toolCallPhase", toolCallPhaseTexts);
  const state = subagent.state?.state;
  if (state === undefined) return null;
  return <CallStatus status={getSubagentStatus(state, texts, phaseTexts)} />;
}

/** Returns the state of a subagent like the phase of a tool call. A custom state is shown as it was sent. */
function getSubagentStatus(
  state: string,
  texts: UiTexts["subagent"],
  phaseTexts: UiTexts["toolCallPhase"],
): PhaseDisplay {
  switch (state) {
    case "requires_action":
      return { ...createPhaseDisplay("awaiting_permission", phaseTexts), label: texts.needsInput };
    case "idle":
      return { phase: "completed", label: texts.idle, icon: "check" };
    case "running":
      return { phase: "running", label: texts.running };
    default:
      return { phase: "running", label: state };
  }
}
