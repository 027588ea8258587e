import type { AcpView } from "@acp-store/core";
import { createReplica } from "@acp-store/core/replica";
import type { History } from "@acp-store/devtools";
import type { OpenedTrace } from "@acp-store/devtools/panel";
import {
  AcpSessionProvider,
  AcpStoreProvider,
  useAgent,
  useConnection,
  useSession,
  useSessions,
} from "@acp-store/react";
import {
  AgentPanel,
  ConnectionBanner,
  getAgentTitle,
  getSessionTitle,
  Icon,
  SessionOptions,
  SessionPicker,
  type UiTextOverrides,
  UsageMeter,
} from "@acp-store/ui";
import { type ReactElement, useMemo, useState, useSyncExternalStore } from "react";
import type { PageLog } from "./pageLog.js";

/** The requests are for the editor, and nothing on this page can answer them. */
const TEXTS: UiTextOverrides = {
  conversation: { waitingForAnswer: "Waiting for an answer in the editor" },
  permission: { answeredByRecording: "Answered in the editor" },
  elicitation: { answeredByRecording: "Answered in the editor" },
  connection: {
    signIn: (agent) => `${agent ?? "The agent"} requires a sign-in`,
    noSignIn: "Sign in through the editor, or with the agent's own program.",
  },
};

interface InspectedConversationProps {
  readonly log: PageLog;
  /** The trace that the user has opened in the devtools. It is shown in place of the log. */
  readonly trace: OpenedTrace | undefined;
}

/**
 * The conversation as the editor shows it, at the position of the devtools. It is read-only.
 */
export function InspectedConversation({ log, trace }: InspectedConversationProps): ReactElement {
  const { store, history } = trace ?? log;
  const position = useSyncExternalStore(history.subscribe, () => getPastPosition(history));
  const view = useMemo((): AcpView => {
    const state = position === undefined ? undefined : history.stateAt(position);
    if (position === undefined || state === undefined) return store;
    // A replica changes only with patches, so this view never changes, and its time stands still.
    const at = history.entry(position)?.at ?? 0;
    return { ...store, ...createReplica({ initialState: state, now: () => at }) };
  }, [store, history, position]);
  return (
    <AcpStoreProvider store={view}>
      <InspectedPanel history={history} isPast={position !== undefined} trace={trace} />
    </AcpStoreProvider>
  );
}

/** Returns the position of the history, or `undefined` while it shows the newest state. */
function getPastPosition({ getSnapshot }: History): number | undefined {
  const { position, end, isDetached } = getSnapshot();
  return isDetached && position === end - 1 ? undefined : position;
}

interface InspectedPanelProps {
  readonly history: History;
  readonly isPast: boolean;
  readonly trace: OpenedTrace | undefined;
}

function InspectedPanel({ history, isPast, trace }: InspectedPanelProps): ReactElement {
  const sessionIds = useSessions((sessions) =>
    // The sessions of subagents are shown inside of the others.
    sessions.filter(({ parentSessionId }) => !parentSessionId).map(({ sessionId }) => sessionId),
  );
  const [chosen, setChosen] = useState<string>();
  // An editor opens a session for each conversation. The empty id shows an empty session.
  const sessionId = sessionIds.find((id) => id === chosen) ?? sessionIds.at(-1) ?? "";
  const isClosed = useConnection((connection) => connection?.status === "closed");
  return (
    <AgentPanel
      sessionId={sessionId}
      texts={TEXTS}
      isRecording
      header={
        <AcpSessionProvider sessionId={sessionId}>
          <PanelHeader sessionIds={sessionIds} sessionId={sessionId} onChoose={setChosen} />
          {trace !== undefined && <TraceNote trace={trace} />}
          {isPast && <PastNote history={history} />}
        </AcpSessionProvider>
      }
      // The header of the page has the reason why the connection ended.
      notice={!isClosed && <ConnectionBanner />}
      footer={
        <div className="panel-footer">
          <p>
            <Icon name="eye" />
            Read-only: prompts and answers come from the editor.
          </p>
          <UsageMeter />
        </div>
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
  const agent = useAgent();
  const title = useSession((session) => getSessionTitle(session, "No session"));
  return (
    <section className="panel-header" aria-label="Session">
      <div className="panel-session">
        <h2>
          {getAgentTitle(agent) ?? "Agent"} <span>{agent.info?.version}</span>
        </h2>
        {sessionIds.length > 1 ? (
          <SessionPicker sessionId={sessionId} onChoose={onChoose} />
        ) : (
          <p>{title}</p>
        )}
      </div>
      <div className="panel-settings">
        <SessionOptions />
      </div>
    </section>
  );
}

/** A note that the conversation is from a trace that the user opened in the devtools. */
function TraceNote({ trace }: { readonly trace: OpenedTrace }): ReactElement {
  return (
    <section className="note trace-note" aria-label="Opened trace">
      <p>
        <Icon name="file" />
        <span>
          Trace <strong>{trace.name}</strong>, opened in the devtools
        </span>
      </p>
      <button type="button" className="acp-button" onClick={trace.close}>
        Close the trace
      </button>
    </section>
  );
}

/** A note that the conversation is not at its end, because the devtools show an earlier state. */
function PastNote({ history }: { readonly history: History }): ReactElement {
  const isDetached = useSyncExternalStore(
    history.subscribe,
    () => history.getSnapshot().isDetached,
  );
  return (
    <section className="note past-note" aria-label="Earlier state">
      <p>
        <Icon name="clock" />
        Earlier state, selected in the devtools
      </p>
      <button type="button" className="acp-button" onClick={history.goLive}>
        {isDetached ? "Go to the end" : "Back to live"}
      </button>
    </section>
  );
}
