import type { AgentEntry, SessionRef } from "@acp-store/fleet";
import { sessionKey } from "@acp-store/fleet";
import { useAgents, useFleet, useFleetUsage } from "@acp-store/fleet/react";
import type { AgentActions } from "@acp-store/core/actions";
import { AcpStoreProvider, useAcpView, useSessionCatalog } from "@acp-store/react";
import { type ReactElement, useId, useState } from "react";
import { UsageDetails } from "../composer/UsageDetails.js";
import { useAcpUi } from "../context/acpUi.js";
import { Spinner } from "../controls/Icon.js";
import { IconButton } from "../controls/IconButton.js";
import { Menu, type MenuItem } from "../controls/Menu.js";
import { Popover } from "../controls/Popover.js";
import { formatCosts } from "../format/formatCost.js";
import { SearchField } from "../sessions/SearchField.js";
import { leaveArchive } from "../sessions/sessionArchive.js";
import { SessionErrorBox } from "../sessions/SessionErrorBox.js";
import { SessionListEnd } from "../sessions/SessionListEnd.js";
import { SessionRows } from "../sessions/SessionRows.js";
import { type SavedSessionActions, useSessionActions } from "../sessions/useSessionActions.js";
import { type SessionListState, useSessionList } from "../sessions/useSessionList.js";
import { fleetTexts } from "../texts/fleetTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";
import { AgentIcon } from "./AgentIcon.js";
import { OriginTitle } from "./SessionLinks.js";

/** The props of {@link AgentSessions}. */
export interface AgentSessionsProps {
  /** The key of the session that is shown. */
  readonly shownKey?: string | undefined;
  /** Called with the key of the session that the user chooses, or with `undefined` if it was closed. */
  readonly onShow: (key: string | undefined) => void;
  /** Called when the user wants a new session with an agent. */
  readonly onNewSession: (agentId: string) => void;
  /**
   * Called with a session that the user wants to continue with another agent. Without it, the menus of the
   * sessions do not offer it.
   */
  readonly onContinue?: ((session: SessionRef) => void) | undefined;
  /** Starts an agent. Without it, the menus of the agents do not offer it. */
  readonly onStart?: ((agentId: string) => void) | undefined;
  /** Stops an agent with all of its work. Without it, the menus of the agents do not offer it. */
  readonly onStop?: ((agentId: string) => void) | undefined;
  /**
   * Returns what the application does with the sessions of an agent that it has saved: the same object each
   * time. Default: nothing.
   */
  readonly getSessionActions?: ((agentId: string) => SavedSessionActions) | undefined;
}

/**
 * The sessions of all agents, by agent, with one search field. Each session has a menu, and each agent.
 * Needs the `FleetProvider` of `@acp-store/fleet/react` around it.
 *
 * @example
 * ```tsx
 * <FleetProvider fleet={fleet}>
 *   <AgentSessions shownKey={key} onShow={setKey} onNewSession={(agentId) => open(agentId)} />
 * </FleetProvider>
 * ```
 */
export function AgentSessions(props: AgentSessionsProps): ReactElement {
  const fleet = useFleet();
  const agents = useAgents();
  const [query, setQuery] = useState("");
  return (
    <div className="acp-ui acp-agent-sessions">
      <SearchField query={query} onSearch={setQuery} />
      {agents.map((agent) => {
        const view = fleet.getView(agent.id);
        const actions = fleet.getActions(agent.id);
        if (view === undefined || actions === undefined) return null;
        return (
          <AcpStoreProvider key={agent.id} store={view}>
            <AgentGroup {...props} {...{ agent, actions, query }} onClear={() => setQuery("")} />
          </AcpStoreProvider>
        );
      })}
    </div>
  );
}

interface AgentGroupProps extends AgentSessionsProps {
  readonly agent: AgentEntry;
  readonly actions: AgentActions;
  readonly query: string;
  readonly onClear: () => void;
}

/** The sessions of one agent. */
function AgentGroup(props: AgentGroupProps): ReactElement {
  const { agent, actions, query, onClear, shownKey, onShow, onNewSession, onContinue } = props;
  const { id, name, icon, status } = agent;
  const texts = useTexts("fleet", fleetTexts);
  const headingId = useId();
  const newest = useSessionCatalog({}, (all) => all[0]?.cwd);
  const view = useAcpView();
  const cwd = agent.cwd ?? newest ?? "";
  const sessionId = getShownSession(id, shownKey);
  const { error, onDismissError, ...list } = useSessionActions({
    ...{ agent: actions, cwd, sessionId, saved: props.getSessionActions?.(id) },
    onShow: (next) =>
      onShow(next === undefined ? undefined : sessionKey({ agentId: id, sessionId: next })),
  });
  const listActions = {
    ...list.actions,
    newSession: () => onNewSession(id),
    ...(onContinue && {
      continueSession: (next: string) => onContinue({ agentId: id, sessionId: next }),
    }),
    showSession(next: string): void {
      void leaveArchive(view, list.actions, next);
      // The session is opened where it is shown.
      onShow(sessionKey({ agentId: id, sessionId: next }));
    },
  };
  const state = useSessionList({ actions: listActions, startsAgent: true, query });
  const menu = getAgentMenu(props, texts, state);
  return (
    <section className="acp-agent-group" aria-labelledby={headingId}>
      <div className="acp-agent-heading">
        <AgentIcon icon={icon} />
        <h2 id={headingId} className="acp-agent-name">
          {name}
        </h2>
        {status === "starting" && <Spinner />}
        <span className="acp-agent-status" data-status={status} title={texts.status[status]}>
          <span className="acp-sr-only">{texts.status[status]}</span>
        </span>
        <AgentUsage agent={agent} />
        <IconButton
          icon="plus"
          label={texts.newSessionWith(name)}
          onClick={() => onNewSession(id)}
        />
        {menu.length > 0 && <Menu label={texts.moreActions(name)} items={menu} />}
      </div>
      {error !== undefined && <SessionErrorBox error={error} onDismiss={onDismissError} />}
      <SessionRows
        {...{ state, sessionId }}
        actions={listActions}
        label={texts.sessionsOf(name)}
        maxRows={query === "" ? MAX_ROWS : undefined}
        renderOrigin={(origin) => <OriginTitle origin={origin} />}
      />
      <SessionListEnd
        query={query}
        isEmpty={state.sessions.length === 0}
        listing={state.listing}
        onClear={onClear}
      />
    </section>
  );
}

/** The costs of all sessions of an agent, and a button that shows the tokens of each model. */
function AgentUsage({ agent: { id, name } }: Pick<AgentGroupProps, "agent">): ReactElement | null {
  const usage = useFleetUsage()[id];
  const texts = useTexts("fleet", fleetTexts);
  const { locale } = useAcpUi().texts;
  if (usage === undefined || usage.tokens.length + usage.costs.length === 0) return null;
  return (
    <>
      <span className="acp-agent-cost">
        <span>{formatCosts(usage.costs, locale)}</span>
      </span>
      <Popover label={texts.usageOf(name)} icon="lines" className="acp-usage-details">
        <UsageDetails {...usage} />
      </Popover>
    </>
  );
}

/** More sessions of an agent are shown on request. */
const MAX_ROWS = 8;

/** Returns what the user can do with an agent, and with the list of its sessions. */
function getAgentMenu(
  { agent, onStart, onStop }: AgentGroupProps,
  texts: UiTexts["fleet"],
  { includesArchived, setIncludesArchived }: SessionListState,
): readonly MenuItem[] {
  const { id, status } = agent;
  const isRunning = status === "starting" || status === "running";
  const items: (MenuItem | false)[] = [
    !isRunning &&
      onStart !== undefined && { label: texts.start, icon: "play", onChoose: () => onStart(id) },
    isRunning &&
      onStop !== undefined && { label: texts.stop, icon: "stop", onChoose: () => onStop(id) },
    includesArchived !== undefined && {
      label: includesArchived ? texts.hideArchived : texts.showArchived,
      icon: "archive",
      onChoose: () => setIncludesArchived(!includesArchived),
    },
  ];
  return items.filter((item) => item !== false);
}

/** Returns the shown session if it is one of this agent. */
function getShownSession(agentId: string, shownKey: string | undefined): string | undefined {
  const prefix = sessionKey({ agentId, sessionId: "" });
  return shownKey?.startsWith(prefix) ? shownKey.slice(prefix.length) : undefined;
}
