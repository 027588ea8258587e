import type { AgentConnection, AgentStream, ConnectOptions } from "@acp-store/client";
import type { AcpStore, AcpStoreOptions } from "@acp-store/core";
import type { SessionPersistence } from "@acp-store/core/reads";
import type { AcpStorage, Persistence } from "@acp-store/persist";
import type { FleetView } from "../view/fleetView.js";

/** The options of the connections to an agent of a fleet. */
export type AgentConnectOptions = Omit<ConnectOptions, "persistence" | "signal">;

/** The command that starts the program of an agent, without a shell. */
export interface AgentLaunch {
  /** The program, by name or path. */
  readonly command: string;
  /** The arguments of the program. */
  readonly args: readonly string[];
  /** The environment variables to set in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The directory in which the program starts. Default: that of this process. */
  readonly cwd?: string;
}

/** An agent that a fleet can start. */
export interface AgentDefinition {
  /** The id, which is part of the keys of its sessions: lowercase letters, digits and hyphens. */
  readonly id: string;
  /** The name for display. */
  readonly name: string;
  /** The address of an icon, which can be a `data:` URL. */
  readonly icon?: string;
  /** The folder of new sessions, unless the user chooses another: an absolute path. Shown to pages. */
  readonly cwd?: string;
  /** The program and its arguments, for a sign-in in a terminal. Shown to pages that may manage agents. */
  readonly commandLine?: readonly string[];
  /**
   * Returns the command that starts the program of the agent, for a sign-in in a terminal that the server shows to a
   * page. Never shown to pages. Absent if the agent is not a program of this computer.
   */
  readonly launch?: () => AgentLaunch | Promise<AgentLaunch>;
  /** Opens a stream to the agent. Called for each start and each reconnect. */
  readonly source: () => AgentStream | Promise<AgentStream>;
  /**
   * Returns the options of each connection, such as the MCP servers and the file handlers, which need the
   * store. Called once.
   */
  readonly connect?: (store: AcpStore) => AgentConnectOptions;
}

/** The methods of the connection to an agent of a fleet. */
export interface FleetConnection extends Omit<AgentConnection, "closed"> {
  /**
   * Restores the content of a session whose catalog entry has `saved`, without starting the agent. Resolves
   * with whether the store has the session.
   *
   * @throws the error of the storage, or an `AcpPersistError` if the session is damaged.
   *
   * @example
   * ```ts
   * await fleet.agents.get("gemini")?.connection.restoreSession("s1");
   * ```
   */
  restoreSession(sessionId: string): Promise<boolean>;
}

/** One agent of a fleet. It stays the same object when the agent stops and starts again. */
export interface FleetAgent {
  /** The definition that the fleet got. */
  readonly definition: AgentDefinition;
  /** The state of the agent and its sessions, which stays while the agent is stopped. */
  readonly store: AcpStore;
  /** The saving of the sessions. Absent without storage. */
  readonly persistence?: Persistence;
  /** Whether the sessions are saved, and the unsent prompts that all pages share, even if there is no storage. */
  readonly saving: SessionPersistence;
  /**
   * The methods of a connection. Each starts the agent if it does not run, and keeps it running until the
   * answer. A request for a saved session restores its content before. `loadSession` restores a saved
   * session without starting the agent, does nothing for a session that the store has, and loads any other
   * one, or one that the agent could not open. It resumes the session if the agent can only do that. `close`
   * stops the agent.
   *
   * @example
   * ```ts
   * const { connection } = fleet.agents.get("gemini")!;
   * const { sessionId } = await connection.newSession({ cwd: "/home/me/project" });
   * ```
   */
  readonly connection: FleetConnection;
  /**
   * Starts the agent, unless it runs already. Resolves when it is ready.
   *
   * @throws AcpConnectionError if the agent cannot be started.
   */
  start(): Promise<AgentConnection>;
  /** Stops the agent with all of its work. Resolves when its process has ended. Never rejects. */
  stop(reason?: string): Promise<void>;
  /**
   * Returns whether stopping the agent now loses nothing: nothing is running, waiting or queued, and it
   * can open its sessions again.
   */
  isIdle(): boolean;
}

/** The options of {@link createFleet}. */
export interface FleetOptions {
  /** The agents. None of them is started. */
  readonly agents: readonly AgentDefinition[];
  /** Returns the storage for the sessions of an agent. Each agent needs its own. Default: none. */
  readonly storage?: (agentId: string) => AcpStorage;
  /** Returns the options of the store of an agent. */
  readonly store?: (definition: AgentDefinition) => AcpStoreOptions;
  /**
   * Returns the options of the connections to an agent, from those of its definition, such as with the file
   * handlers of a review. Called once for each agent, also for one that is added later.
   */
  readonly connect?: (
    agentId: string,
    store: AcpStore,
    options: AgentConnectOptions,
    definition: AgentDefinition,
  ) => AgentConnectOptions;
  /** The limits of agents that are not used. */
  readonly idle?: {
    /** The time after which an idle agent is stopped, in ms. Default: 10 minutes. */
    readonly stopAfterMs?: number;
    /**
     * The number of agents above which starting one stops the idle ones that were not used for longest.
     * Agents that work are never stopped, so there may be more. Default: 10.
     */
    readonly maxRunning?: number;
  };
}

/** Several agents with one overview. */
export interface Fleet extends FleetView {
  /** The agents by id, in the order in which they were added. */
  readonly agents: ReadonlyMap<string, FleetAgent>;
  /**
   * Adds an agent.
   *
   * @throws AcpFleetError if the id cannot be the id of an agent, or if there is one with this id.
   */
  add(definition: AgentDefinition): FleetAgent;
  /**
   * Stops an agent and removes it. Its saved sessions stay in the storage. Does nothing if there is no
   * agent with this id.
   */
  remove(agentId: string): Promise<void>;
  /**
   * Lists the saved sessions of all agents in the catalogs of their stores, without starting the agents.
   * The content of a session is restored when a page shows it or a request needs it; that of sessions in
   * which something was running, queued or pending is restored at once. Resolves with the errors by agent
   * id: sessions that cannot be read are left out.
   */
  restore(): Promise<ReadonlyMap<string, unknown>>;
  /** Stops all agents and saves their sessions. Further calls of its methods reject or throw. */
  close(): Promise<void>;
}
