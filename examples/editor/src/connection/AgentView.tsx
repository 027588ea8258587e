import { AcpStoreProvider, useConnection } from "@acp-store/react";
import { type ReactElement, useSyncExternalStore } from "react";
import { type AgentConfig, commandName } from "../config/config.js";
import { DevtoolsKey } from "../devtools/DevtoolsKey.js";
import { SessionDrawer } from "../sessions/SessionDrawer.js";
import { SessionList } from "../sessions/SessionList.js";
import { useWaiting } from "../sessions/useWaiting.js";
import { useWaitingTitle } from "../sessions/useWaitingTitle.js";
import type { HeaderProps } from "../shell/Header.js";
import { plural } from "../ui/format.js";
import { useMediaQuery } from "../ui/useMediaQuery.js";
import type { AgentLink } from "./agentLink.js";
import { ConnectionScreen } from "./ConnectionScreen.js";
import { phaseOf } from "./phase.js";
import { SessionView } from "./SessionView.js";
import { useAgentLink } from "./useAgentLink.js";

interface AgentViewProps {
  readonly config: AgentConfig;
}

/** A live agent. To connect anew by hand starts all over, with a store of its own. */
export function AgentView({ config }: AgentViewProps): ReactElement | null {
  const link = useAgentLink(config);
  if (link.current === undefined) return null;
  return (
    <AcpStoreProvider key={link.current.id} store={link.current.store}>
      <DevtoolsKey />
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
  const connection = useConnection();
  const isWide = useMediaQuery("(min-width: 900px)");
  useWaitingTitle("acp-store editor");

  const { sessionId } = state;
  const waiting = useWaiting();
  const waitingElsewhere = [...waiting].reduce(
    (sum, [id, count]) => (id === sessionId ? sum : sum + count),
    0,
  );
  const header: HeaderProps = {
    phase: phaseOf(connection, state),
    fallbackTitle: commandName(config),
    place: { icon: "folder", text: config.cwd },
    menu: !isWide && (
      <SessionDrawer waitingElsewhere={waitingElsewhere}>
        <SessionList opener={link} state={state} />
      </SessionDrawer>
    ),
  };
  const command = [config.agent.command, ...config.agent.args].join(" ");
  const about = { command, onReconnect };
  return (
    <div className="frame">
      <p className="sr-only" role="status">
        {waitingElsewhere > 0 && `${plural(waitingElsewhere, "request")} waiting in other sessions`}
      </p>
      {isWide && (
        <div className="sidebar">
          <SessionList opener={link} state={state} />
        </div>
      )}
      {sessionId === undefined || state.signIn !== undefined ? (
        <ConnectionScreen link={link} state={state} header={header} about={about} />
      ) : (
        // What is typed, scrolled or opened belongs to one session.
        <SessionView
          key={sessionId}
          sessionId={sessionId}
          link={link}
          state={state}
          header={header}
          about={about}
          cwd={config.cwd}
        />
      )}
    </div>
  );
}
