import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from "react";
import { AcpFleetError } from "../errors.js";
import type { OverviewState } from "../overview/createOverview.js";
import type { OverviewCounts, OverviewSession, InboxItem } from "../overview/inbox.js";
import type { AgentEntry, FleetView } from "../view/fleetView.js";

const FleetContext = createContext<FleetView | undefined>(undefined);

/** The props of {@link FleetProvider}. */
export interface FleetProviderProps {
  /** The fleet, or the one that `connectFleet` follows. */
  readonly fleet: FleetView;
  /** The components that use the fleet. */
  readonly children?: ReactNode;
}

/**
 * Provides a fleet to the hooks inside it.
 *
 * @example
 * ```tsx
 * const fleet = connectFleet(() => socketLink(new WebSocket("wss://example.com/acp")));
 * const app = <FleetProvider fleet={fleet}><Inbox /></FleetProvider>;
 * ```
 */
export function FleetProvider({ fleet, children }: FleetProviderProps): ReactElement {
  return createElement(FleetContext.Provider, { value: fleet }, children);
}

/**
 * Returns the fleet.
 *
 * @throws AcpFleetError if there is no {@link FleetProvider} around the component.
 */
export function useFleet(): FleetView {
  const fleet = useContext(FleetContext);
  if (fleet !== undefined) return fleet;
  throw new AcpFleetError(
    "no_fleet",
    "This hook needs a fleet. Provide one with <FleetProvider fleet={fleet}>.",
  );
}

/**
 * Returns the inbox of all agents: what needs the user first, then news.
 *
 * @throws AcpFleetError if there is no {@link FleetProvider} around the component.
 *
 * @example
 * ```tsx
 * function Inbox() {
 *   return useInbox().map(({ key, kind }) => <p key={key}>{kind}</p>);
 * }
 * ```
 */
export function useInbox(): readonly InboxItem[] {
  return useOverview("inbox");
}

/**
 * Returns the number of sessions and agents that wait, failed, finished and work.
 *
 * @throws AcpFleetError if there is no {@link FleetProvider} around the component.
 */
export function useOverviewCounts(): OverviewCounts {
  return useOverview("counts");
}

/**
 * Returns the sessions of all agents, the most recently active one first.
 *
 * @throws AcpFleetError if there is no {@link FleetProvider} around the component.
 */
export function useFleetSessions(): readonly OverviewSession[] {
  return useOverview("sessions");
}

/**
 * Returns the tokens and costs of all sessions of each agent in total, by the id of the agent.
 *
 * @throws AcpFleetError if there is no {@link FleetProvider} around the component.
 *
 * @example
 * ```tsx
 * function Cost({ agentId }: { agentId: string }) {
 *   const costs = useFleetUsage()[agentId]?.costs ?? [];
 *   return costs.map(({ amount, currency }) => <p key={currency}>{amount.toFixed(2)} {currency}</p>);
 * }
 * ```
 */
export function useFleetUsage(): OverviewState["usage"] {
  return useOverview("usage");
}

function useOverview<Name extends keyof OverviewState>(
  name: Name,
): ReturnType<FleetView["overview"]["getState"]>[Name] {
  const { overview } = useFleet();
  return useSyncExternalStore(
    overview.subscribe,
    () => overview.getState()[name],
    () => overview.getInitialState()[name],
  );
}

/**
 * Returns the agents with their names and conditions, in their order.
 *
 * @throws AcpFleetError if there is no {@link FleetProvider} around the component.
 *
 * @example
 * ```tsx
 * function Agents() {
 *   return useAgents().map(({ id, name, status }) => <p key={id}>{name}: {status}</p>);
 * }
 * ```
 */
export function useAgents(): readonly AgentEntry[] {
  const { entries } = useFleet();
  return listOf(useSyncExternalStore(entries.subscribe, entries.getState, entries.getInitialState));
}

/** The lists of the maps, so that a list keeps its reference. */
const lists = new WeakMap<ReadonlyMap<string, AgentEntry>, readonly AgentEntry[]>();

function listOf(entries: ReadonlyMap<string, AgentEntry>): readonly AgentEntry[] {
  const list = lists.get(entries) ?? [...entries.values()];
  lists.set(entries, list);
  return list;
}
