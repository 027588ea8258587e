import { AcpSessionProvider, useAgent, useSession, useSessionIds } from "@acp-store/react";
import { AgentPanel, getAgentTitle, getSessionTitle, Icon, SessionOptions } from "@acp-store/ui";
import { type ReactElement, useId, useState } from "react";
import type { PlayedTrace } from "./trace.js";

/** Returns the working directory of the recorded agent. */
function findCwd({ frames }: PlayedTrace): string | undefined {
  for (const { msg } of frames) {
    const cwd = (msg as { params?: { cwd?: unknown } } | null)?.params?.cwd;
    if (typeof cwd === "string") return cwd;
  }
  return undefined;
}

/** The panel of `@acp-store/ui`, for the sessions of a trace. */
export function PlayedPanel({ trace }: { readonly trace: PlayedTrace }): ReactElement {
  const sessionIds = useSessionIds();
  const [chosen, setChosen] = useState<string>();
  // The empty id shows an empty session until the trace has created one.
  const sessionId = sessionIds.find((id) => id === chosen) ?? sessionIds[0] ?? "";
  return (
    <AgentPanel
      sessionId={sessionId}
      cwd={findCwd(trace)}
      isRecording
      footer={<></>}
      header={
        <AcpSessionProvider sessionId={sessionId}>
          <PanelHeader sessionIds={sessionIds} sessionId={sessionId} onChoose={setChosen} />
        </AcpSessionProvider>
      }
    />
  );
}

interface PanelHeaderProps {
  readonly sessionIds: readonly string[];
  readonly sessionId: string;
  readonly onChoose: (sessionId: string) => void;
}

function PanelHeader({ sessionIds, sessionId, onChoose }: PanelHeaderProps): ReactElement {
  const id = useId();
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
      {sessionIds.length > 1 && (
        <div className="source-recording">
          <label htmlFor={id}>Session</label>
          <select id={id} value={sessionId} onChange={({ target }) => onChoose(target.value)}>
            {sessionIds.map((own, index) => (
              <option key={own} value={own}>
                {index + 1}
              </option>
            ))}
          </select>
        </div>
      )}
      <SessionOptions />
    </section>
  );
}
