import { parseSessionKey, sessionKey, type SessionRef } from "@acp-store/fleet";
import { useAgents, useFleetSessions, useOverviewCounts } from "@acp-store/fleet/react";
import { createFilesClient } from "@acp-store/server/client";
import { fileMentions, Icon } from "@acp-store/ui";
import {
  AgentSessions,
  FleetPanel,
  HandoffDialog,
  Inbox,
  StartPage,
  useNewSession,
} from "@acp-store/ui/fleet";
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { HostMessage } from "../shared/messages.js";
import { Announcement } from "./Announcement.js";
import { useHostMessages, usePanel } from "./usePanel.js";

/** The whole page: what the extension shows, or the list of everything else. */
export function App(): ReactElement {
  const { post } = usePanel();
  const agents = useAgents();
  const [shownKey, setShownKey] = useState<string>();
  const [isListOpen, setIsListOpen] = useState(false);
  const onMessage = useCallback((message: HostMessage) => {
    if (message.type !== "shown") return;
    setShownKey(message.key);
    setIsListOpen(false);
  }, []);
  useHostMessages(onMessage);
  useEffect(() => post({ type: "loaded" }), [post]);
  const show = useCallback((key: string) => post({ type: "show", key }), [post]);
  const newSession = useNewSession(show);
  // The message with the key may arrive before the mirror has the session.
  const isKnown = useFleetSessions().some(({ key }) => key === shownKey);

  if (agents.length === 0) return <Hint text="Connecting to the extension…" />;
  if (isListOpen)
    return (
      <SessionsPage
        shownKey={shownKey}
        onShow={show}
        onNewSession={(agentId) => {
          show(agentId);
          post({ type: "newSession", agentId });
        }}
        onClose={() => setIsListOpen(false)}
      />
    );
  const headerStart = <ListButton onClick={() => setIsListOpen(true)} />;
  const isSession = shownKey?.includes("/") ?? false;
  if (shownKey === undefined || !isSession)
    return (
      <main>
        <StartPage key={shownKey} {...{ newSession, headerStart }} agentId={shownKey} />
      </main>
    );
  if (!isKnown) return <Hint text="Loading the session…" />;
  return <SessionView key={shownKey} {...parseSessionKey(shownKey)} headerStart={headerStart} />;
}

function Hint({ text }: { readonly text: string }): ReactElement {
  return (
    <main>
      <p className="hint">{text}</p>
    </main>
  );
}

function ListButton({ onClick }: { readonly onClick: () => void }): ReactElement {
  const { waiting } = useOverviewCounts();
  return (
    <button
      type="button"
      className="acp-icon-button acp-drawer-button"
      aria-label={waiting > 0 ? `Sessions, ${waiting} waiting for you` : "Sessions"}
      title="Sessions"
      onClick={onClick}
    >
      <Icon name="menu" />
      {waiting > 0 && (
        <span className="acp-drawer-badge" aria-hidden="true">
          {waiting}
        </span>
      )}
    </button>
  );
}

interface SessionsPageProps {
  readonly shownKey: string | undefined;
  readonly onShow: (key: string) => void;
  readonly onNewSession: (agentId: string) => void;
  readonly onClose: () => void;
}

/** The inbox, and the sessions of all agents. */
function SessionsPage({ onClose, ...list }: SessionsPageProps): ReactElement {
  const { fleet } = usePanel();
  const { shownKey, onShow } = list;
  const agents = useAgents();
  const [continuing, setContinuing] = useState<SessionRef>();
  return (
    <main className="acp-ui">
      <h1 className="acp-sr-only">Sessions</h1>
      <div className="acp-app-header">
        <button type="button" className="acp-button" autoFocus onClick={onClose}>
          <Icon name="cross" />
          Close
        </button>
      </div>
      <div className="acp-sessions-scroll">
        <Inbox shownKey={shownKey} onOpen={({ key }) => onShow(key)} />
        <AgentSessions
          {...list}
          // The extension shows another session when the shown one was closed.
          onShow={(key) => key !== undefined && onShow(key)}
          onContinue={agents.length > 1 ? setContinuing : undefined}
          onStart={(id) => void fleet.startAgent(id).catch(() => {})}
          onStop={(id) => void fleet.stopAgent(id).catch(() => {})}
        />
      </div>
      {continuing !== undefined && (
        <HandoffDialog
          from={continuing}
          onStarted={(session) => onShow(sessionKey(session))}
          onClose={() => setContinuing(undefined)}
        />
      )}
    </main>
  );
}

interface SessionViewProps extends SessionRef {
  readonly headerStart: ReactElement;
}

function SessionView({ agentId, sessionId, headerStart }: SessionViewProps): ReactElement {
  const { fleet, post } = usePanel();
  const composer = useRef<HTMLTextAreaElement>(null);
  const onMessage = useCallback((message: HostMessage) => {
    if (message.type === "focusMessageField") composer.current?.focus();
  }, []);
  useHostMessages(onMessage);
  const mentions = useMemo(() => [fileMentions(createFilesClient(fleet))], [fleet]);
  return (
    <main>
      <FleetPanel
        {...{ agentId, sessionId, headerStart, composer, mentions }}
        openLocation={({ path, line }) =>
          post({ type: "open", path, ...(line != null && { line }) })
        }
        showSession={(session) => post({ type: "show", key: sessionKey(session) })}
        // The entry of the agent has the reason of a failure.
        onStart={(id) => void fleet.startAgent(id).catch(() => {})}
      />
      <Announcement agentId={agentId} />
    </main>
  );
}
