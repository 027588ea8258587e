import type { Mirror } from "@acp-store/mirror";
import { AcpPersistenceProvider, AcpStoreProvider, useAuth, useConnection } from "@acp-store/react";
import { type ReactElement, useEffect, useState, useSyncExternalStore } from "react";
import { type AgentConfig, getCommandName } from "../config/config.js";
import { DevtoolsToggle } from "../devtools/DevtoolsToggle.js";
import { SessionDrawer } from "../sessions/SessionDrawer.js";
import { AccountMenu, SessionList, useMediaQuery, usePendingCounts } from "@acp-store/ui";
import { usePageTitle } from "../sessions/usePageTitle.js";
import type { HeaderProps } from "../shell/Header.js";
import { LoadingPage } from "../shell/LoadingPage.js";
import { PhonesButton } from "../phones/PhonesButton.js";
import { type AgentLink, createAgentLink } from "./agentLink.js";
import { ConnectionScreen } from "./ConnectionScreen.js";
import { getConnectionPhase } from "./connectionPhase.js";
import { SessionView } from "./SessionView.js";
import { pluralize } from "../ui/texts.js";

interface AgentViewProps {
  readonly config: AgentConfig;
}

/** A live agent. A manual reconnect uses a new link and opens the last session again. */
export function AgentView({ config }: AgentViewProps): ReactElement {
  const link = useAgentLink(config);
  return link === undefined ? (
    <LoadingPage config={config} />
  ) : (
    <SharedView {...{ config, link }} />
  );
}

/**
 * Returns the link of this tab, and a new one after a reconnect. It is created in an effect, because
 * React may render twice, and each link opens sessions.
 */
function useAgentLink(config: AgentConfig): AgentLink | undefined {
  const [link, setLink] = useState<AgentLink>();
  useEffect(() => {
    let isMounted = true;
    let current = start();
    function start(): AgentLink {
      const started = createAgentLink({
        config,
        onEnded: () => {
          if (isMounted) current = start();
        },
      });
      setLink(started);
      return started;
    }
    return () => {
      isMounted = false;
      setLink(undefined);
      void current.close();
    };
  }, [config]);
  return link;
}

function SharedView({ config, link }: LinkViewProps): ReactElement {
  const owner = useSyncExternalStore(link.onOwnerChange, link.getOwner);
  return (
    <AcpStoreProvider key={link.id} store={link.mirror}>
      <AcpPersistenceProvider persistence={link.persistence}>
        <DevtoolsToggle source={owner} mirror={link.mirror} />
        <LinkView link={link} config={config} />
      </AcpPersistenceProvider>
    </AcpStoreProvider>
  );
}

interface LinkViewProps extends AgentViewProps {
  readonly link: AgentLink;
}

function LinkView({ link, config }: LinkViewProps): ReactElement {
  const state = useSyncExternalStore(link.subscribe, link.getState);
  const isLive = useIsLive(link.mirror);
  const connection = useConnection();
  const auth = useAuth();
  const isWide = useMediaQuery("(min-width: 900px)");
  const isReady = isLive && connection?.status === "ready";
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
  const sessionList = (
    <SessionList
      actions={link}
      sessionId={sessionId}
      isOpening={state.isOpening}
      loadingId={state.loadingId}
      saved={state.saved}
      // Without a session, the error is shown in its place.
      error={sessionId === undefined ? undefined : state.actionError}
      onDismissError={link.dismissActionError}
    />
  );
  const header: HeaderProps = {
    // Another tab takes over.
    phase: isLive || !connection ? getConnectionPhase(connection, auth) : "reconnecting",
    fallbackTitle: getCommandName(config),
    source: { icon: "folder", text: config.cwd },
    phones: (
      <PhonesButton
        phones={state.phones}
        onInvite={link.invitePhone}
        onDisconnect={link.disconnectPhone}
      />
    ),
    account: <AccountMenu onSignOut={link.signOut} />,
    menu: !isWide && (
      <SessionDrawer shownId={sessionId} pendingElsewhere={pendingElsewhere}>
        {sessionList}
      </SessionDrawer>
    ),
  };
  const agentCommand = [config.agent.command, ...config.agent.args];
  const command = agentCommand.join(" ");
  const reconnectProps = { command, agentCommand, onReconnect: link.reconnect };
  return (
    <div className="app-layout">
      <p className="acp-sr-only" role="status">
        {pendingElsewhere > 0 &&
          `${pluralize(pendingElsewhere, "request")} waiting in other sessions`}
      </p>
      {isWide && <div className="sidebar">{sessionList}</div>}
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
