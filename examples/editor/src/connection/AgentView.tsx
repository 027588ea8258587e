import { AcpStoreProvider } from "@acp-store/react";
import { type ReactElement, useSyncExternalStore } from "react";
import { type AgentConfig, commandName } from "../config/config.js";
import type { ConnectionPhase } from "../shell/ConnectionBadge.js";
import { Header } from "../shell/Header.js";
import { SessionOptions } from "../options/SessionOptions.js";
import { Panel } from "../shell/Panel.js";
import { Screen } from "../shell/Screen.js";
import type { AgentLink, LinkState } from "./agentLink.js";
import { ClosedNotice } from "./ClosedNotice.js";
import { Connecting } from "./Connecting.js";
import { SignIn } from "./SignIn.js";
import { useAgentLink } from "./useAgentLink.js";

interface AgentViewProps {
  readonly config: AgentConfig;
}

/** A live agent. Connecting again starts all over: one store holds one connection. */
export function AgentView({ config }: AgentViewProps): ReactElement | null {
  const link = useAgentLink(config.cwd);
  if (link.current === undefined) return null;
  return (
    <AcpStoreProvider key={link.current.id} store={link.current.store}>
      <LinkView link={link.current} config={config} onReconnect={link.reconnect} />
    </AcpStoreProvider>
  );
}

interface LinkViewProps extends AgentViewProps {
  readonly link: AgentLink;
  readonly onReconnect: () => void;
}

function LinkView({ link, config, onReconnect }: LinkViewProps): ReactElement {
  const state = useSyncExternalStore(link.subscribe, link.getState);
  const header = {
    phase: PHASES[state.status],
    fallbackTitle: commandName(config),
    place: { icon: "folder", text: config.cwd },
  } as const;
  const command = [config.agent.command, ...config.agent.args].join(" ");
  const about = { connectionId: link.id, command, onReconnect };
  const sessionId = "sessionId" in state ? state.sessionId : undefined;

  if (sessionId !== undefined) {
    const isOpen = state.status === "ready";
    return (
      <Panel
        sessionId={sessionId}
        cwd={config.cwd}
        actions={isOpen ? link.actionsFor(sessionId) : undefined}
        header={
          <Header {...header}>
            <SessionOptions />
          </Header>
        }
        notice={state.status === "closed" && <ClosedNotice end={state.end} {...about} />}
      />
    );
  }
  return (
    <div className="page">
      <Header {...header} />
      <Screen>
        {state.status === "connecting" && <Connecting step={state.step} {...about} />}
        {state.status === "closed" && <ClosedNotice end={state.end} {...about} />}
        {state.status === "auth_required" && (
          <SignIn error={state.error} isBusy={state.isBusy} onChoose={link.authenticate} />
        )}
      </Screen>
    </div>
  );
}

const PHASES: Readonly<Record<LinkState["status"], ConnectionPhase>> = {
  connecting: "connecting",
  auth_required: "sign_in",
  ready: "connected",
  closed: "closed",
};
