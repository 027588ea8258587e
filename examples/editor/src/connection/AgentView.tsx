import type { Mirror } from "@acp-store/mirror";
import { AcpPersistenceProvider, AcpStoreProvider, useAuth, useConnection } from "@acp-store/react";
import type { PhonesClient } from "@acp-store/server/client";
import { type ReactElement, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type AgentConfig, getCommandName } from "../config/config.js";
import { DevtoolsToggle } from "../devtools/DevtoolsToggle.js";
import { SessionDrawer } from "../sessions/SessionDrawer.js";
import { AccountMenu, SessionList, useMediaQuery, usePendingCounts } from "@acp-store/ui";
import { usePageTitle } from "../sessions/usePageTitle.js";
import type { HeaderProps } from "../shell/Header.js";
import { LoadingPage } from "../shell/LoadingPage.js";
import { PhonesButton } from "../phones/PhonesButton.js";
import { type AgentTab, createAgentTab } from "./agentTab.js";
import { ConnectionScreen } from "./ConnectionScreen.js";
import { getConnectionPhase } from "./connectionPhase.js";
import { SessionView } from "./SessionView.js";
import { pluralize } from "../ui/texts.js";

interface AgentViewProps {
  readonly config: AgentConfig;
}

/** A live agent. A manual reconnect creates a new `AgentTab` and opens the last session again. */
export function AgentView({ config }: AgentViewProps): ReactElement {
  const tab = useAgentTab(config);
  return tab === undefined ? <LoadingPage config={config} /> : <SharedView {...{ config, tab }} />;
}

/**
 * Returns the `AgentTab` of this browser tab, and a new one after a reconnect. It is created in an
 * effect, because React may render twice, and each one opens sessions.
 */
function useAgentTab(config: AgentConfig): AgentTab | undefined {
  const [tab, setTab] = useState<AgentTab>();
  useEffect(() => {
    let isMounted = true;
    let current = start();
    function start(): AgentTab {
      const started = createAgentTab({
        config,
        onEnded: () => {
          if (isMounted) current = start();
        },
      });
      setTab(started);
      return started;
    }
    return () => {
      isMounted = false;
      setTab(undefined);
      void current.close();
    };
  }, [config]);
  return tab;
}

function SharedView({ config, tab }: TabViewProps): ReactElement {
  const owner = useSyncExternalStore(tab.onOwnerChange, tab.getOwner);
  return (
    <AcpStoreProvider key={tab.id} store={tab.mirror}>
      <AcpPersistenceProvider persistence={tab.persistence}>
        <DevtoolsToggle source={owner} mirror={tab.mirror} />
        <TabView tab={tab} config={config} />
      </AcpPersistenceProvider>
    </AcpStoreProvider>
  );
}

interface TabViewProps extends AgentViewProps {
  readonly tab: AgentTab;
}

function TabView({ tab, config }: TabViewProps): ReactElement {
  const state = useSyncExternalStore(tab.subscribe, tab.getState);
  const isLive = useIsLive(tab.mirror);
  const connection = useConnection();
  const auth = useAuth();
  const isWide = useMediaQuery("(min-width: 900px)");
  const isReady = isLive && connection?.status === "ready";
  useEffect(() => {
    if (isReady) tab.requestAuthStatus();
  }, [tab, isReady]);

  const phones = useMemo(
    (): PhonesClient => ({
      getState: () => tab.getState().phones,
      getInitialState: () => [],
      subscribe: tab.subscribe,
      invite: tab.invitePhone,
      disconnect: async (id) => tab.disconnectPhone(id),
    }),
    [tab],
  );
  const { sessionId } = state;
  usePageTitle(sessionId);
  const pendingCounts = usePendingCounts();
  const pendingElsewhere = [...pendingCounts].reduce(
    (sum, [id, count]) => (id === sessionId ? sum : sum + count),
    0,
  );
  const sessionList = (
    <SessionList
      actions={tab}
      sessionId={sessionId}
      isOpening={state.isOpening}
      loadingId={state.loadingId}
      saved={state.saved}
      // Without a session, the error is shown in its place.
      error={sessionId === undefined ? undefined : state.actionError}
      onDismissError={tab.dismissActionError}
    />
  );
  const header: HeaderProps = {
    // Another tab takes over.
    phase: isLive || !connection ? getConnectionPhase(connection, auth) : "reconnecting",
    fallbackTitle: getCommandName(config),
    source: { icon: "folder", text: config.cwd },
    phones: <PhonesButton phones={phones} />,
    account: <AccountMenu onSignOut={tab.signOut} />,
    menu: !isWide && (
      <SessionDrawer shownId={sessionId} pendingElsewhere={pendingElsewhere}>
        {sessionList}
      </SessionDrawer>
    ),
  };
  const agentCommand = [config.agent.command, ...config.agent.args];
  const command = agentCommand.join(" ");
  const reconnectProps = { command, agentCommand, onReconnect: tab.reconnect };
  return (
    <div className="app-layout">
      <p className="acp-sr-only" role="status">
        {pendingElsewhere > 0 &&
          `${pluralize(pendingElsewhere, "request")} waiting in other sessions`}
      </p>
      {isWide && <div className="sidebar">{sessionList}</div>}
      {sessionId === undefined ? (
        <ConnectionScreen tab={tab} state={state} header={header} reconnectProps={reconnectProps} />
      ) : (
        // The key resets the local state (scroll position, open panels) when the session changes.
        <SessionView
          key={sessionId}
          sessionId={sessionId}
          tab={tab}
          state={state}
          isLive={isLive}
          header={header}
          reconnectProps={reconnectProps}
          cwd={config.cwd}
        />
      )}
    </div>
  );
}

/** Returns whether the mirror follows an owner. */
function useIsLive(mirror: Mirror): boolean {
  return useSyncExternalStore(mirror.onStatus, () => mirror.status === "live");
}
