import { createStore } from "zustand/vanilla";
import { AcpFleetError } from "../errors.js";
import { createOverview } from "../overview/createOverview.js";
import { assertAgentId } from "../overview/sessionKey.js";
import { createFleetAgent, type ManagedAgent } from "./fleetAgent.js";
import type { AgentEntry } from "../view/fleetView.js";
import type { AgentDefinition, Fleet, FleetAgent, FleetOptions } from "./types.js";

const DEFAULT_STOP_AFTER_MS = 10 * 60_000;
const DEFAULT_MAX_RUNNING = 10;
/** The longest time between two searches for idle agents. */
const MAX_CHECK_MS = 30_000;

/**
 * Creates the owner of several agents: their stores, their storage and their processes. An agent starts
 * with the first request, stops when it was idle for a while, and starts again for the next request. Its
 * sessions stay readable meanwhile.
 *
 * @throws AcpFleetError if an id cannot be the id of an agent, or occurs twice.
 *
 * @example
 * ```ts
 * import { spawnAgent } from "@acp-store/client/node";
 * import { createFleet } from "@acp-store/fleet/owner";
 * import { fileStorage } from "@acp-store/persist/node";
 *
 * const fleet = createFleet({
 *   agents: [{ id: "gemini", name: "Gemini", source: spawnAgent("gemini", ["--acp"]) }],
 *   storage: (agentId) => fileStorage(`/home/me/.agents/${agentId}`),
 * });
 * await fleet.restore();
 * ```
 */
export function createFleet(options: FleetOptions): Fleet {
  const { stopAfterMs = DEFAULT_STOP_AFTER_MS, maxRunning = DEFAULT_MAX_RUNNING } =
    options.idle ?? {};
  const agents = new Map<string, ManagedAgent>();
  const removals = new Map<string, () => void>();
  const entries = createStore<ReadonlyMap<string, AgentEntry>>(() => new Map());
  const overview = createOverview();
  let isClosed = false;

  function add(definition: AgentDefinition): FleetAgent {
    const { id } = definition;
    if (isClosed) throw new AcpFleetError("closed", "The fleet was closed. Create another one.");
    assertAgentId(id);
    if (agents.has(id))
      throw new AcpFleetError(
        "duplicate_agent",
        `The fleet has an agent "${id}" already. Remove it first, or use another id.`,
      );
    const agent = createFleetAgent({
      ...options,
      definition,
      onStart: () => makeRoom(id),
      onEntry: publishEntries,
    });
    agents.set(id, agent);
    publishEntries();
    removals.set(id, overview.add(id, agent.store));
    return agent;
  }

  function publishEntries(): void {
    entries.setState(new Map(Array.from(agents, ([id, agent]) => [id, agent.entry()])), true);
  }

  async function remove(agentId: string): Promise<void> {
    const agent = agents.get(agentId);
    if (agent === undefined) return;
    agents.delete(agentId);
    removals.get(agentId)?.();
    removals.delete(agentId);
    publishEntries();
    await agent.close("The agent was removed.");
  }

  /** Stops idle agents, so that one more can start. */
  function makeRoom(startingId: string): void {
    const others = running().filter(({ definition }) => definition.id !== startingId);
    const surplus = others.length + 1 - maxRunning;
    if (surplus <= 0) return;
    const idle = others.filter((agent) => agent.isIdle());
    idle.sort((a, b) => a.usedAt() - b.usedAt());
    for (const agent of idle.slice(0, surplus)) void agent.stop();
  }

  function stopIdleAgents(): void {
    for (const agent of running()) {
      void agent.closeUnusedSessions(stopAfterMs);
      if (Date.now() - agent.usedAt() >= stopAfterMs && agent.isIdle()) void agent.stop();
    }
  }

  function running(): ManagedAgent[] {
    return [...agents.values()].filter((agent) => agent.isRunning());
  }

  for (const definition of options.agents) add(definition);
  const checkMs = Math.max(1, Math.min(MAX_CHECK_MS, stopAfterMs / 4));
  const timer: unknown = setInterval(stopIdleAgents, checkMs);
  unref(timer);

  return {
    agents,
    entries,
    overview,
    getView: (agentId) => agents.get(agentId)?.store,
    getActions: (agentId) => agents.get(agentId)?.connection,
    getSaving: (agentId) => agents.get(agentId)?.saving,
    add,
    remove,
    async restore() {
      const failures = new Map<string, unknown>();
      await Promise.all(
        Array.from(agents, async ([id, { persistence }]) => {
          await persistence?.restoreCatalog().catch((error: unknown) => failures.set(id, error));
        }),
      );
      return failures;
    },
    async close() {
      isClosed = true;
      clearInterval(timer as ReturnType<typeof setInterval>);
      // An interrupted turn shows it to the user.
      const reason = "The application was closed.";
      await Promise.all(Array.from(agents.values(), (agent) => agent.close(reason)));
    },
  };
}

/** Allows Node to exit while a timer is pending. Workers and pages need no such thing. */
function unref(timer: unknown): void {
  if (typeof timer !== "object" || timer === null || !("unref" in timer)) return;
  if (typeof timer.unref === "function") timer.unref();
}
