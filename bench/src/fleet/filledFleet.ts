import type { AcpStore } from "@acp-store/core";
import { createFleet, type Fleet, type FleetOptions } from "@acp-store/fleet/owner";

const CALLS_PER_SESSION = 20;

/** A fleet of agents that do not run, and whose stores have sessions. */
export interface FilledFleet {
  readonly fleet: Fleet;
  readonly stores: readonly AcpStore[];
}

/** Creates a fleet without sessions. */
export function createIdleFleet(
  agents: number,
  storage?: NonNullable<FleetOptions["storage"]>,
): FilledFleet {
  const fleet = createFleet({
    agents: Array.from({ length: agents }, (_, index) => ({
      id: `agent-${index}`,
      name: `Agent ${index}`,
      source: () => Promise.reject(new Error("The agents of a benchmark do not run.")),
    })),
    store: () => ({ scheduler: () => {} }),
    ...(storage && { storage }),
  });
  return { fleet, stores: Array.from(fleet.agents.values(), ({ store }) => store) };
}

/** Creates a fleet whose agents have sessions with a turn each. Every second turn is still open. */
export function createFilledFleet(
  agents: number,
  sessions: number,
  storage?: NonNullable<FleetOptions["storage"]>,
): FilledFleet {
  const filled = createIdleFleet(agents, storage);
  fillStores(filled.stores, sessions);
  return filled;
}

/** Opens sessions in each store, with a turn each. Every second turn stays open. */
export function fillStores(stores: readonly AcpStore[], sessions: number): void {
  for (const store of stores)
    for (let index = 0; index < sessions; index++) fillSession(store, index);
}

function fillSession(store: AcpStore, index: number): void {
  const sessionId = sessionIdOf(index);
  store.openSession({ sessionId, cwd: `/project/${index}` });
  store.startTurn(sessionId, [{ type: "text", text: "Read the files." }]);
  for (let call = 0; call < CALLS_PER_SESSION; call++) renameCall(store, index, call, "Read");
  if (index % 2 === 1) store.endTurn(sessionId, { stopReason: "end_turn" });
  store.flush();
}

/** Applies an update that the overview does not show. */
export function renameCall(store: AcpStore, session: number, call: number, title: string): void {
  const update = {
    sessionUpdate: "tool_call",
    toolCallId: `call-${call % CALLS_PER_SESSION}`,
    title,
    kind: "read",
    status: "completed",
  };
  store.ingest({ sessionId: sessionIdOf(session), update });
}

const sessionIdOf = (index: number): string => `session-${index}`;
