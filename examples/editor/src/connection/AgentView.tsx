import {
  AcpPersistenceProvider,
  AcpStoreProvider,
  useAgentConnection,
  useAuth,
  useConnection,
} from "@acp-store/react";
import { type ReactElement, useEffect, useState, useSyncExternalStore } from "react";
import { type AgentConfig, getCommandName } from "../config/config.js";
import { DevtoolsToggle } from "../devtools/DevtoolsToggle.js";
import { SessionDrawer } from "../sessions/SessionDrawer.js";
import { SessionList } from "../sessions/SessionList.js";
import { usePendingCounts } from "../sessions/usePendingCounts.js";
import { usePageTitle } from "../sessions/usePageTitle.js";
import type { HeaderProps } from "../shell/Header.js";
import { pluralize } from "../ui/format.js";
import { useMediaQuery } from "../ui/useMediaQuery.js";
import { AccountMenu } from "./AccountMenu.js";
import { type AgentLink, createAgentLink } from "./agentLink.js";
import { ConnectionScreen } from "./ConnectionScreen.js";
import { getConnectionPhase } from "./connectionPhase.js";
import { SessionView } from "./SessionView.js";

interface AgentViewProps {
  readonly config: AgentConfig;
}

/** A live agent. A manual reconnect uses a new store and opens the last session again. */
export function AgentView({ config }: AgentViewProps): ReactElement {
  const [link, setLink] = useState(() => createAgentLink({ config }));
  const reconnect = (): void => setLink((previous) => createAgentLink({ config, previous }));
  return (
    <AcpStoreProvider key={link.id} store={link.store}>
      <AcpPersistenceProvider persistence={link.saved.persistence}>
        <DevtoolsToggle />
        <LinkView link={link} config={config} onReconnect={reconnect} />
      </AcpPersistenceProvider>
    </AcpStoreProvider>
  );
}

interface LinkViewProps extends AgentViewProps {
  readonly link: AgentLink;
  readonly onReconnect: () => void;
}

function LinkView({ link, config, onReconnect }: LinkViewProps): ReactElement {
  // A link is never mounted again, so there is no reason to keep its agent.
  useAgentConnection(link.connect, { closeDelay: 0 });
  const state = useSyncExternalStore(link.subscribe, link.getState);
  const connection = useConnection();
  const auth = useAuth();
  const isWide = useMediaQuery("(min-width: 900px)");
  const isReady = connection?.status === "ready";
  useEffect(() => {
    if (isReady) link.requestAuthStatus();
  }, [link, isReady]);

  const { sessionId } = state;
  usePageTitle(sessionId);
  const pendingCounts = usePendingCounts();
  const pendingElsewhere = [...pendingCounts].reduce(
    (sum, [id, count]) => (id === sessionId ? sum : sum + count),
    0,
  );
  const header: HeaderProps = {
    phase: getConnectionPhase(connection, auth),
    fallbackTitle: getCommandName(config),
    source: { icon: "folder", text: config.cwd },
    account: <AccountMenu onSignOut={link.signOut} />,
    menu: !isWide && (
      <SessionDrawer shownId={sessionId} pendingElsewhere={pendingElsewhere}>
        <SessionList actions={link} state={state} />
      </SessionDrawer>
    ),
  };
  const command = [config.agent.command, ...config.agent.args].join(" ");
  const reconnectProps = { command, onReconnect };
  return (
    <div className="app-layout">
      <p className="sr-only" role="status">
        {pendingElsewhere > 0 &&
          `${pluralize(pendingElsewhere, "request")} waiting in other sessions`}
      </p>
      {isWide && (
        <div className="sidebar">
          <SessionList actions={link} state={state} />
        </div>
      )}
      {sessionId === undefined ? (
        <ConnectionScreen
          link={link}
          state={state}
          header={header}
          reconnectProps={reconnectProps}
        />
      ) : (
        // The key resets the local state (scroll position, open panels) when the session changes.
        <SessionView
          key={sessionId}
          sessionId={sessionId}
          link={link}
          state={state}
          header={header}
          reconnectProps={reconnectProps}
          cwd={config.cwd}
        />
      )}
    </div>
  );
}
