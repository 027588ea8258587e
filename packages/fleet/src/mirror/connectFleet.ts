import { createMirror, type Mirror, type MirrorLink } from "@acp-store/mirror";
import { createStore, type StoreApi } from "zustand/vanilla";
import { AcpFleetError } from "../errors.js";
import { createOverview, type Overview } from "../overview/createOverview.js";
import { isAgentId } from "../overview/sessionKey.js";
import type { AgentEntry } from "../owner/types.js";
import { createFleetLink } from "./fleetLink.js";
import { channelOfAgent, type DirectoryMessage, FLEET_VERSION, NOT_ADMITTED } from "./wire.js";

/** An agent of a fleet in another process. */
export interface RemoteAgent extends AgentEntry {
  /** The mirror of its store. It has the fields of all sessions, and the content of opened ones. */
  readonly mirror: Mirror;
}

/**
 * The connection to a fleet.
 *
 * - `connecting`: there was no answer yet, or the connection has just broken
 * - `live`: the agents are up to date
 * - `unreachable`: the server cannot be reached; the page tries again
 * - `not_admitted`: the server has refused this page; it needs a new address
 * - `incompatible`: the server has another major version; reload the page
 * - `closed`: `close` was called
 */
export type FleetStatus =
  | "closed"
  | "connecting"
  | "incompatible"
  | "live"
  | "not_admitted"
  | "unreachable";

/** What a page knows of a fleet besides its overview. */
export interface RemoteFleetState {
  readonly status: FleetStatus;
  /** The agents by id. They stay while the connection is broken. */
  readonly agents: ReadonlyMap<string, RemoteAgent>;
  /** Whether the page may start and stop agents, and make requests. */
  readonly canManage: boolean;
}

/** A fleet in another process. It can be read like a zustand store. */
export interface RemoteFleet
  extends Pick<StoreApi<RemoteFleetState>, "getState" | "getInitialState" | "subscribe"> {
  /** The inbox and the sessions of all agents. */
  readonly overview: Overview;
  /**
   * Starts an agent. Most actions need no start: the owner starts the agent for them.
   *
   * @throws AcpFleetError `forbidden` if the page may not, `failed` with the reason, `offline` if there is no
   *   connection, and `uncertain` if the connection broke before the answer.
   */
  startAgent(agentId: string): Promise<void>;
  /** Stops an agent with all of its work. Throws like `startAgent`. */
  stopAgent(agentId: string): Promise<void>;
  /**
   * Makes a request of the application, see the option `requests` of `hostFleet`. Resolves with its result.
   * Throws like `startAgent`.
   */
  request(method: string, params?: unknown): Promise<unknown>;
  /** Closes the connection and all mirrors. Their states stay readable. */
  close(): void;
}

interface Call {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: AcpFleetError) => void;
}

/**
 * Follows a fleet in another process: the list of its agents, and a mirror of each one. All of them share
 * one link. `connect` makes it, and is called again whenever the link has broken.
 *
 * @example
 * ```ts
 * const fleet = connectFleet(() => socketLink(new WebSocket("wss://example.com/acp")));
 * fleet.overview.subscribe(({ inbox }) => console.log(inbox));
 * ```
 */
export function connectFleet(connect: () => MirrorLink | Promise<MirrorLink>): RemoteFleet {
  const store = createStore<RemoteFleetState>(() => ({
    status: "connecting",
    agents: new Map(),
    canManage: false,
  }));
  const overview = createOverview();
  const removals = new Map<string, () => void>();
  const calls = new Map<number, Call>();
  let lastCall = 0;

  const link = createFleetLink({ connect, onMessage, onLost });

  function onMessage(message: DirectoryMessage): void {
    switch (message.type) {
      case "agents":
        return setAgents(message);
      case "agent":
        return putAgents([
          ...getEntries().filter(({ id }) => id !== message.agent.id),
          message.agent,
        ]);
      case "removed":
        return putAgents(getEntries().filter(({ id }) => id !== message.agentId));
      case "result":
        return takeCall(message.id)?.resolve(message.result);
      case "refused":
        return takeCall(message.id)?.reject(new AcpFleetError(message.reason, message.message));
      default:
        return undefined;
    }
  }

  function setAgents({ v, agents, manages }: Extract<DirectoryMessage, { type: "agents" }>): void {
    if (v !== FLEET_VERSION) return store.setState({ status: "incompatible" });
    putAgents(agents);
    store.setState({ status: "live", canManage: manages });
  }

  function getEntries(): readonly AgentEntry[] {
    return [...store.getState().agents.values()];
  }

  function putAgents(entries: readonly AgentEntry[]): void {
    const before = store.getState().agents;
    const agents = new Map<string, RemoteAgent>();
    for (const entry of entries) {
      const { id } = entry;
      const known = before.get(id);
      const mirror = known?.mirror ?? addMirror(id);
      if (mirror !== undefined) agents.set(id, known === entry ? known : { ...entry, mirror });
    }
    for (const [id, { mirror }] of before) {
      if (agents.has(id)) continue;
      removals.get(id)?.();
      removals.delete(id);
      mirror.close();
    }
    store.setState({ agents: sortLike(before, agents) });
  }

  /** Adds the mirror of an agent, unless the server sends an id that cannot be one. */
  function addMirror(agentId: string): Mirror | undefined {
    if (!isAgentId(agentId)) return undefined;
    const open = async (): Promise<MirrorLink> =>
      (await link.whenLive()).open(channelOfAgent(agentId));
    const mirror = createMirror(open, { sessions: [] });
    removals.set(agentId, overview.add(agentId, mirror));
    return mirror;
  }

  function onLost(reason: string | undefined, wasLive: boolean): void {
    for (const { reject } of calls.values())
      reject(
        new AcpFleetError(
          "uncertain",
          "The connection broke before the server answered. It may have carried out the request.",
        ),
      );
    calls.clear();
    if (store.getState().status === "incompatible") return;
    const failed = reason === NOT_ADMITTED ? "not_admitted" : "unreachable";
    store.setState({ status: wasLive ? "connecting" : failed });
  }

  function takeCall(id: number): Call | undefined {
    const call = calls.get(id);
    calls.delete(id);
    return call;
  }

  function request(method: string, params?: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++lastCall;
      if (link.send({ type: "call", id, method, params })) calls.set(id, { resolve, reject });
      else
        reject(
          new AcpFleetError(
            "offline",
            "There is no connection to the server. Try again when it is back.",
          ),
        );
    });
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    overview,
    startAgent: async (agentId) => void (await request("start", agentId)),
    stopAgent: async (agentId) => void (await request("stop", agentId)),
    request,
    close() {
      link.close();
      for (const { mirror } of store.getState().agents.values()) mirror.close();
      for (const { reject } of calls.values())
        reject(new AcpFleetError("closed", "The connection to the server was closed."));
      calls.clear();
      store.setState({ status: "closed" });
    },
  };
}

/** Returns the agents in their previous order, and new ones at the end. */
function sortLike(
  before: ReadonlyMap<string, RemoteAgent>,
  agents: ReadonlyMap<string, RemoteAgent>,
): ReadonlyMap<string, RemoteAgent> {
  const sorted = new Map<string, RemoteAgent>();
  for (const id of [...before.keys(), ...agents.keys()]) {
    const agent = agents.get(id);
    if (agent !== undefined) sorted.set(id, agent);
  }
  return sorted;
}
