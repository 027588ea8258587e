import { AcpSessionProvider, useSession } from "@acp-store/react";
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
  useState,
} from "react";
import { ClippedText } from "../content/ClippedText.js";
import { AcpUiProvider } from "../context/AcpUiProvider.js";
import type { SubagentCardProps } from "../context/slots.js";
import { Icon } from "../controls/Icon.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { CallStatus } from "../toolCall/CallStatus.js";
import { StopSubagentButton, SubagentTokens } from "./SubagentControls.js";
import { useSubagentWork } from "./useSubagentWork.js";

interface SubagentFrameProps extends SubagentCardProps {
  /** The conversation of the subagent. */
  readonly children: ReactNode;
}

/** The transcripts of deeper subagents are not shown inside each other. */
const MAX_TRANSCRIPT_DEPTH = 5;
const DepthContext = createContext(0);

/** A subagent with its status, around its conversation, which is collapsed by default. */
export function SubagentFrame(props: SubagentFrameProps): ReactElement | null {
  const { sessionId } = props;
  const work = useSubagentWork(sessionId);
  const callCount = useSession({
    select: (session) => session?.toolCalls.size ?? 0,
    sessionId,
  });
  const texts = useTexts("subagent", subagentTexts);
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  if (work === undefined) return null;
  const { subagent, title, status, span, current } = work;
  return (
    <article className="acp-ui acp-subagent" aria-label={title}>
      <div className="acp-subagent-header">
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
            <span className="acp-subagent-count">{texts.toolCalls(callCount)}</span>
          )}
          <SubagentTokens work={work} />
          {status !== undefined && <CallStatus status={status} span={span} />}
          <Icon name="chevron" className="acp-disclosure-icon" />
        </button>
        <StopSubagentButton work={work} />
      </div>
      {subagent.description && (
        <p className="acp-subagent-description">
          <ClippedText text={subagent.description} />
        </p>
      )}
      {current !== undefined && !isOpen && <p className="acp-subagent-current">{current}</p>}
      <div id={bodyId} className="acp-subagent-body" hidden={!isOpen}>
        {isOpen && <SubagentSession {...props} />}
      </div>
    </article>
  );
}

/** The transcript of a subagent inside of its session. */
export function SubagentSession({ sessionId, children }: SubagentFrameProps): ReactElement {
  const cwd = useSession({ select: (session) => session?.cwd, sessionId });
  const depth = useContext(DepthContext) + 1;
  const texts = useTexts("subagent", subagentTexts);
  if (depth > MAX_TRANSCRIPT_DEPTH) return <p className="acp-call-note">{texts.tooDeep}</p>;
  return (
    <DepthContext value={depth}>
      <AcpSessionProvider sessionId={sessionId}>
        <AcpUiProvider cwd={cwd}>{children}</AcpUiProvider>
      </AcpSessionProvider>
    </DepthContext>
  );
}
