import type { AgentEntry } from "@acp-store/fleet";
import { useAgents, useFleet, useFleetSessions } from "@acp-store/fleet/react";
import { AcpStoreProvider, useAuth, useConnection } from "@acp-store/react";
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { isSignInMissing } from "../connection/connectionStatus.js";
import { ConnectionBanner } from "../connection/ConnectionBanner.js";
import { Notice } from "../connection/Notice.js";
import { ClippedText } from "../content/ClippedText.js";
import { findFocused, focusWhenFree } from "../controls/focusWhenFree.js";
import { Icon, Spinner } from "../controls/Icon.js";
import { toSentence } from "../format/errors.js";
import { fleetTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { AgentIcon } from "./AgentIcon.js";
import type { NewSession } from "./useNewSession.js";

/** The props of {@link StartPage}. */
export interface StartPageProps {
  /** The session that is being opened, and how to open one. */
  readonly newSession: NewSession;
  /** The agent whose button has the focus at first. Default: the first one. */
  readonly agentId?: string | undefined;
  /** Starts an agent again after a sign-in in a terminal. Without it, there is no button for it. */
  readonly onStart?: ((agentId: string) => void) | undefined;
  /**
   * Signs in to an agent with a method that needs a terminal, like the prop of `ConnectionBanner`. Without it, only
   * the command of such a method is shown.
   */
  readonly onTerminalSignIn?:
    | ((agent: AgentEntry, methodId: string) => Promise<unknown>)
    | undefined;
  /** Shows the registry of agents. Without it, there is no button for it. */
  readonly onAddAgents?: (() => void) | undefined;
  /** Shown at the start of the header. */
  readonly headerStart?: ReactNode;
  /** Shown at the end of the header. */
  readonly headerEnd?: ReactNode;
}

/** Known folders that are suggested. */
const MAX_FOLDERS = 50;

/** The agents with their conditions, to open a session with one of them in a folder. */
export function StartPage(props: StartPageProps): ReactElement {
  const { newSession, onStart, onTerminalSignIn, onAddAgents, headerStart, headerEnd } = props;
  const texts = useTexts("fleet", fleetTexts);
  const agents = useAgents();
  const { agentId: requestedId } = props;
  const agentId = requestedId ?? agents[0]?.id;
  const ids = { field: useId(), list: useId() };
  const folders = useFolders();
  const [typed, setTyped] = useState<string>();
  const chosen = agents.find(({ id }) => id === agentId);
  const folder = typed ?? chosen?.cwd ?? folders[0] ?? "";
  return (
    <div className="acp-ui acp-start-page">
      <div className="acp-app-header">
        {headerStart}
        <div className="acp-app-controls">{headerEnd}</div>
      </div>
      <div className="acp-start-content">
        <h1 className="acp-start-title">{texts.startTitle}</h1>
        {agents.length === 0 ? (
          <Notice tone="neutral" title={texts.noAgents} detail={texts.noAgentsDetail} />
        ) : (
          <>
            <p className="acp-start-detail">{texts.startDetail}</p>
            <label className="acp-start-folder" htmlFor={ids.field}>
              <Icon name="folder" />
              <span className="acp-sr-only">{texts.folder}</span>
              <input
                id={ids.field}
                type="text"
                list={ids.list}
                spellCheck={false}
                placeholder={texts.noFolder}
                value={folder}
                onChange={(event) => setTyped(event.target.value)}
              />
            </label>
            <datalist id={ids.list}>
              {folders.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          </>
        )}
        <ul className="acp-agent-cards">
          {agents.map((agent) => (
            <AgentCard
              key={agent.id}
              {...{ agent, newSession, onStart, onTerminalSignIn }}
              isFirst={agent.id === agentId}
              isRequested={agent.id === requestedId}
              // Each agent has its own folder until the user enters one.
              folder={typed ?? agent.cwd ?? folder}
            />
          ))}
        </ul>
        {onAddAgents !== undefined && (
          <button type="button" className="acp-button" onClick={onAddAgents}>
            <Icon name="plus" />
            {texts.moreAgents}
          </button>
        )}
      </div>
    </div>
  );
}

interface AgentCardProps extends Pick<StartPageProps, "onStart" | "onTerminalSignIn"> {
  readonly agent: AgentEntry;
  readonly newSession: NewSession;
  /** Whether its button has the focus at first. */
  readonly isFirst: boolean;
  /** Whether the page was opened for this agent. */
  readonly isRequested: boolean;
  readonly folder: string;
}

function AgentCard(props: AgentCardProps): ReactElement {
  const { agent, newSession, isFirst, isRequested, folder, onStart, onTerminalSignIn } = props;
  const { id, name, icon, status, reason } = agent;
  const texts = useTexts("fleet", fleetTexts);
  const fleet = useFleet();
  const view = fleet.getView(id);
  const isOpening = newSession.openingId === id;
  const failure = newSession.failure?.agentId === id ? newSession.failure.message : undefined;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isFirst) return;
    // The page also appears when a session was archived. The user can be at another button since.
    focusWhenFree(button.current, isRequested ? findFocused(button.current) : null);
  }, [isFirst, isRequested]);
  const problem = status === "failed" ? (reason ?? failure) : failure;
  return (
    <li className="acp-agent-card" data-status={status}>
      <button
        type="button"
        className="acp-agent-start"
        ref={button}
        disabled={isOpening || folder.trim() === ""}
        onClick={() => newSession.open(id, folder.trim())}
      >
        <AgentIcon icon={icon} />
        <span className="acp-agent-text">
          <span className="acp-agent-name">{name}</span>
          <span className="acp-agent-condition">{texts.status[status]}</span>
        </span>
        <span className="acp-agent-action">
          {isOpening ? <Spinner /> : <Icon name="plus" />}
          {texts.newSession}
        </span>
      </button>
      {problem !== undefined && (
        <p className="acp-agent-problem" role="alert">
          <ClippedText text={toSentence(problem)} />
        </p>
      )}
      {view !== undefined && (
        <AcpStoreProvider store={view}>
          <AgentSignIn {...{ agent, onStart, onTerminalSignIn }} />
        </AcpStoreProvider>
      )}
    </li>
  );
}

interface AgentSignInProps extends Pick<StartPageProps, "onStart" | "onTerminalSignIn"> {
  readonly agent: AgentEntry;
}

/** The sign-in that the agent requires. Renders nothing otherwise. */
function AgentSignIn(props: AgentSignInProps): ReactElement | null {
  const { agent, onStart, onTerminalSignIn } = props;
  const actions = useFleet().getActions(agent.id);
  const isReady = useConnection((connection) => connection?.status === "ready");
  const isMissing = useAuth(isSignInMissing);
  if (!isReady || !isMissing) return null;
  return (
    <ConnectionBanner
      onSignIn={(methodId) => void actions?.authenticate(methodId).catch(() => {})}
      onTerminalSignIn={onTerminalSignIn && ((methodId) => onTerminalSignIn(agent, methodId))}
      onReconnect={onStart && (() => onStart(agent.id))}
      agentCommand={agent.commandLine}
    />
  );
}

/** Returns the folders of the sessions, the most recently used one first. */
function useFolders(): readonly string[] {
  const sessions = useFleetSessions();
  return [...new Set(sessions.flatMap(({ entry }) => entry.cwd ?? []))].slice(0, MAX_FOLDERS);
}
