import {
  AcpSessionProvider,
  useAgent,
  useChangedFiles,
  useSession,
  useSessionIds,
} from "@acp-store/react";
import {
  AgentPanel,
  getAgentTitle,
  getSessionTitle,
  Icon,
  SessionOptions,
  SessionPicker,
} from "@acp-store/ui";
import { type ReactElement, useState } from "react";

interface PlayedPanelProps {
  /** Called when the user wants to review the edits of the trace. */
  readonly onReview: () => void;
}

/** The panel of `@acp-store/ui`, for the sessions of a trace. */
export function PlayedPanel({ onReview }: PlayedPanelProps): ReactElement {
  const sessionIds = useSessionIds();
  const [chosen, setChosen] = useState<string>();
  // The empty id shows an empty session until the trace has created one.
  const sessionId = sessionIds.find((id) => id === chosen) ?? sessionIds[0] ?? "";
  return (
    <AgentPanel
      sessionId={sessionId}
      isRecording
      footer={<></>}
      header={
        <AcpSessionProvider sessionId={sessionId}>
          <PanelHeader sessionId={sessionId} onChoose={setChosen} onReview={onReview} />
        </AcpSessionProvider>
      }
    />
  );
}

interface PanelHeaderProps extends PlayedPanelProps {
  readonly sessionId: string;
  readonly onChoose: (sessionId: string) => void;
}

function PanelHeader({ sessionId, onChoose, onReview }: PanelHeaderProps): ReactElement {
  const hasEdits = useChangedFiles().length > 0;
  const agent = useAgent();
  const title = useSession(getSessionTitle);
  return (
    <section className="panel-header" aria-label="Session">
      <span className="panel-header-icon">
        <Icon name="sparkle" />
      </span>
      <div className="panel-header-text">
        <h2>
          {getAgentTitle(agent) ?? "Agent"} <span>{agent.info?.version}</span>
        </h2>
        <p>{title}</p>
      </div>
      <SessionPicker sessionId={sessionId} onChoose={onChoose} />
      <SessionOptions />
      {hasEdits && (
        <button type="button" className="acp-button" onClick={onReview}>
          <Icon name="diff" />
          Review changes
        </button>
      )}
    </section>
  );
}
