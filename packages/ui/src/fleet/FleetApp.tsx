import { parseSessionKey, sessionKey, type SessionRef } from "@acp-store/fleet";
import type { RemoteFleet } from "@acp-store/fleet/mirror";
import {
  FleetProvider,
  useAgents,
  useFleetSessions,
  useNotifications,
} from "@acp-store/fleet/react";
import { type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { AcpUiProviderProps } from "../context/AcpUiProvider.js";
import { AcpUiProvider } from "../context/AcpUiProvider.js";
import { messageRowKey } from "../conversation/groupTimeline.js";
import { useMediaQuery } from "../controls/useMediaQuery.js";
import { leaveArchive } from "../sessions/sessionArchive.js";
import type { TerminalSource } from "../terminal/terminalSource.js";
import { useTerminalSignIn } from "../terminal/useTerminalSignIn.js";
import { fleetTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { ConnectionPage, ConnectionStrip, useFleetConnection } from "./ConnectionPage.js";
import type { AgentSessionsProps } from "./AgentSessions.js";
import { FleetPanel, type FleetPanelProps } from "./FleetPanel.js";
import { LazyHandoffDialog } from "./lazyHandoffDialog.js";
import { RegistryPage } from "./RegistryPage.js";
import type { RegistrySource } from "./registrySource.js";
import type { SearchSource } from "./searchSource.js";
import { Sidebar, SidebarDrawer } from "./Sidebar.js";
import { StartPage } from "./StartPage.js";
import { useAddressKey } from "./useAddressKey.js";
import { useNewSession } from "./useNewSession.js";
import { useSearchDialog } from "./useSearchDialog.js";

/** The props of {@link FleetApp}. */
export interface FleetAppProps
  extends Pick<AcpUiProviderProps, "budget" | "slots" | "texts">,
    Pick<AgentSessionsProps, "getSessionActions">,
    Pick<FleetPanelProps, "followUps" | "mentions" | "readFile" | "renderSession"> {
  /** The agents of a server. */
  readonly fleet: RemoteFleet;
  /**
   * The registry from which pages that may manage agents can add some, such as `createRegistryClient(fleet)`
   * of `@acp-store/server/client`. Keep the same object over renders. Default: none.
   */
  readonly registry?: RegistrySource;
  /**
   * The search in the messages of all sessions for pages that may manage agents, such as
   * `createSearchClient(fleet)` of `@acp-store/server/client`. Keep the same object over renders. Default: none.
   */
  readonly search?: SearchSource;
  /**
   * The sign-ins in a terminal for pages that may manage agents, such as `createTerminalsClient(fleet)` of
   * `@acp-store/server/client`. Keep the same object over renders. Default: none.
   */
  readonly terminals?: TerminalSource;
  /** Shown at the end of the header, such as a button of the application. */
  readonly headerEnd?: ReactNode;
  /** Shown at the end of the list of sessions. */
  readonly sidebarEnd?: ReactNode;
}

/** A fragment of the address that opens a session, `#new:gemini`. An agent id has no colon. */
const NEW = "new:";
/** The fragment of the address of the registry. */
const REGISTRY = "registry:";

/**
 * A whole page for several agents: the inbox, the sessions of all agents, and the panel of one session.
 * The address of the page names the session (`#gemini/s1`), so that a reload comes back to it, and
 * `#new:gemini` opens a new one. It tells the user what to do if the server cannot be reached or does not
 * admit the browser. Fills its parent, which needs a height.
 *
 * @example
 * ```tsx
 * const fleet = connectFleet(() => socketLink(new WebSocket("/acp")));
 * createRoot(document.body).render(<FleetApp fleet={fleet} />);
 * ```
 */
export function FleetApp(props: FleetAppProps): ReactElement {
  const { fleet, texts, slots, budget } = props;
  return (
    <FleetProvider fleet={fleet}>
      <AcpUiProvider {...{ texts, slots, budget }}>
        <Page {...props} />
      </AcpUiProvider>
    </FleetProvider>
  );
}

function Page(props: FleetAppProps): ReactElement {
  const { fleet, registry, headerEnd, sidebarEnd, readFile, slots, getSessionActions } = props;
  const { followUps, mentions, renderSession, search, terminals } = props;
  const { status, canManage } = useFleetConnection(fleet);
  const agents = useAgents();
  const [key, show, shownRow] = useAddressKey();
  const isWide = useMediaQuery("(min-width: 900px)");
  const session = parseKey(key);
  const replace = useCallback((next: string) => show(next, { replaces: true }), [show]);
  const opened = useCallback(
    (next: string) => show(next, { replaces: location.hash.startsWith(`#${NEW}`) }),
    [show],
  );
  const newSession = useNewSession(opened);
  const call = (action: Promise<void>): void => {
    // The list shows the entry of the agent with the reason, and the session that is still in the archive.
    action.catch(() => {});
  };
  /** Shows a session, which is opened there, and moves it out of the archive. */
  function open({ agentId, sessionId }: SessionRef, row?: string): void {
    const view = fleet.getView(agentId);
    const actions = fleet.getActions(agentId);
    if (view && actions) call(leaveArchive(view, actions, sessionId));
    show(sessionKey({ agentId, sessionId }), { ...(row !== undefined && { row }) });
  }
  const [continuing, setContinuing] = useState<SessionRef>();
  const { openSearch, searchDialog } = useSearchDialog(
    canManage ? search : undefined,
    ({ messageKey, run, ...hit }) => open(hit, messageRowKey(messageKey, run)),
  );
  const { signInInTerminal: onTerminalSignIn, terminalDialog } = useTerminalSignIn(
    canManage ? terminals : undefined,
  );
  const title = usePageTitle(key);
  useNotifications({ shown: session, onOpen: (item) => show(item.key), title });
  useRequestedSession(key, agents, newSession.open, replace);

  if (agents.length === 0 && status !== "live") return <ConnectionPage status={status} />;
  const onStart = canManage ? (id: string) => call(restart(fleet, id)) : undefined;
  const onStop = canManage ? (id: string) => call(fleet.stopAgent(id)) : undefined;

  function openNewSession(agentId?: string): void {
    const [first] = agents;
    // The user chooses one of them there.
    if (agentId === undefined && agents.length > 1) return show(first?.id);
    const agent = agentId === undefined ? first : agents.find(({ id }) => id === agentId);
    if (agent?.cwd === undefined) return show(agent?.id);
    newSession.open(agent.id, agent.cwd);
    // The page of the agent shows the progress, and why it failed.
    show(agent.id);
  }

  const sidebar = (
    <Sidebar
      {...{ onStart, onStop, openNewSession, getSessionActions }}
      shownKey={key}
      onShow={show}
      onContinue={agents.length > 1 ? setContinuing : undefined}
      onSearch={openSearch}
      end={sidebarEnd}
    />
  );
  const header = {
    headerStart: !isWide && <SidebarDrawer shownKey={key}>{sidebar}</SidebarDrawer>,
    headerEnd,
  };
  return (
    <div className="acp-ui acp-app">
      {isWide && <div className="acp-app-sidebar">{sidebar}</div>}
      <main className="acp-app-main">
        {status !== "live" && <ConnectionStrip status={status} />}
        {key === REGISTRY && registry !== undefined ? (
          <RegistryPage {...{ registry }} {...header} onClose={() => show(undefined)} />
        ) : session === undefined ? (
          <StartPage
            key={key}
            {...header}
            {...{ newSession, onStart, onTerminalSignIn }}
            agentId={agents.find(({ id }) => id === key)?.id}
            onAddAgents={canManage && registry ? () => show(REGISTRY) : undefined}
          />
        ) : (
          // The key resets the local state (scroll position, open panels) when the session changes.
          <FleetPanel
            key={key}
            {...session}
            {...header}
            {...{ onStart, onTerminalSignIn, readFile, mentions, followUps }}
            {...{ renderSession, slots, shownRow }}
            openSession={(sessionId) => show(sessionKey({ ...session, sessionId }))}
            showSession={open}
          />
        )}
      </main>
      {continuing !== undefined && (
        <LazyHandoffDialog
          from={continuing}
          slots={slots}
          onStarted={(next) => show(sessionKey(next))}
          onClose={() => setContinuing(undefined)}
        />
      )}
      {searchDialog}
      {terminalDialog}
    </div>
  );
}

/** Starts an agent, or starts it again if it runs. */
async function restart(fleet: RemoteFleet, agentId: string): Promise<void> {
  if (fleet.entries.getState().get(agentId)?.status === "running") await fleet.stopAgent(agentId);
  await fleet.startAgent(agentId);
}

/** Returns the title of the page: the shown session, so that its tab can be found, and the application. */
function usePageTitle(key: string | undefined): string {
  const [application] = useState(() => document.title);
  const entry = useFleetSessions().find((session) => session.key === key)?.entry;
  const { newSession } = useTexts("fleet", fleetTexts);
  if (entry === undefined) return application;
  return `${entry.title || entry.firstPrompt || newSession} – ${application}`;
}

/** Opens the session for which the page was opened, once its agent is known. */
function useRequestedSession(
  key: string | undefined,
  agents: ReturnType<typeof useAgents>,
  open: (agentId: string, cwd: string) => void,
  replace: (key: string) => void,
): void {
  const requested = key?.startsWith(NEW) ? key.slice(NEW.length) : undefined;
  const agent = agents.find(({ id }) => id === requested);
  const openedFor = useRef<string>(undefined);
  useEffect(() => {
    // The same address can be opened again later.
    if (agent === undefined) openedFor.current = undefined;
    // React runs effects twice during development.
    if (agent === undefined || openedFor.current === key) return;
    openedFor.current = key;
    if (agent.cwd === undefined) replace(agent.id);
    else open(agent.id, agent.cwd);
  }, [agent, key, open, replace]);
}

/** Returns the session that a key names. `undefined` for an agent, and for anything else. */
function parseKey(key: string | undefined): SessionRef | undefined {
  if (key === undefined || !/^[a-z][a-z0-9-]*\//.test(key)) return undefined;
  return parseSessionKey(key);
}
