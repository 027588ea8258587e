import type { AcpView } from "@acp-store/core";
import type { AgentActions } from "@acp-store/core/actions";
import type { SessionPersistence } from "@acp-store/core/reads";
import type { StoreApi } from "zustand/vanilla";
import type { Overview } from "../overview/createOverview.js";

/**
 * The condition of an agent.
 *
 * - `stopped`: it does not run, and starts for the next request
 * - `starting`: it is being started
 * - `running`: it runs, or is being reconnected
 * - `failed`: it ended or did not start; the next request starts it again
 */
export type AgentStatus = "stopped" | "starting" | "running" | "failed";

/** An agent of a fleet, as pages show it. */
export interface AgentEntry {
  /** The id, which is part of the keys of its sessions. */
  readonly id: string;
  /** The name for display. */
  readonly name: string;
  /** The address of an icon, which can be a `data:` URL. */
  readonly icon?: string;
  /** The folder of new sessions, unless the user chooses another: an absolute path. */
  readonly cwd?: string;
  /** The program and its arguments, for a sign-in in a terminal. */
  readonly commandLine?: readonly string[];
  /** The condition of the agent. */
  readonly status: AgentStatus;
  /** The reason it was stopped or failed, for display. Absent before the first start. */
  readonly reason?: string;
}

/** The entries of the agents of a fleet, by id. They can be read like a zustand store. */
export type AgentEntries = Pick<
  StoreApi<ReadonlyMap<string, AgentEntry>>,
  "getState" | "getInitialState" | "subscribe"
>;

/** The part of a fleet that user interfaces read. The fleet can be in this process or in another one. */
export interface FleetView {
  /** The names and conditions of the agents. */
  readonly entries: AgentEntries;
  /** The inbox and the sessions of all agents. */
  readonly overview: Overview;
  /** Returns the store or mirror of an agent: the same object until the agent is removed. */
  getView(agentId: string): AcpView | undefined;
  /** Returns the requests to an agent, which start it if it does not run. */
  getActions(agentId: string): AgentActions | undefined;
  /** Returns the saving of the sessions of an agent, with the unsent prompts that all pages share. */
  getSaving(agentId: string): SessionPersistence | undefined;
}
