/** A way to launch an agent of a registry. */
export interface RegistryPlan {
  /** Names the plan when it is chosen. */
  readonly id: string;
  /** The program that downloads and runs the agent. */
  readonly kind: "binary" | "npx" | "uvx";
  /** A sentence that says what is downloaded, from where, and what runs it. */
  readonly summary: string;
  /** The whole command. */
  readonly commandLine: string;
  /** Whether the download is compared with a checksum. */
  readonly isVerified: boolean;
}

/** An agent of a registry. */
export interface RegistryEntry {
  /** The id. */
  readonly id: string;
  /** The name. */
  readonly name: string;
  /** The version of the registry. */
  readonly version: string;
  /** A sentence about the agent. */
  readonly description: string;
  /** The address of an icon, which can be a `data:` URL. */
  readonly icon?: string;
  /** The ways to launch it. Empty if there is none. */
  readonly plans: readonly RegistryPlan[];
  /** Whether it can be added or updated. `configured`: it is part of the application. */
  readonly status: "added" | "available" | "configured" | "outdated";
  /** The version that was added. */
  readonly addedVersion?: string;
}

/** The progress of adding or updating an agent. */
export type RegistryProgress =
  | { readonly step: "download"; readonly receivedBytes: number; readonly totalBytes?: number }
  | { readonly step: "start" };

/** The plan of an agent that the user has chosen. */
export interface RegistryChoice {
  /** The id of the agent. */
  readonly id: string;
  /** The id of the plan. */
  readonly plan: string;
  /** Whether the user has agreed to a download without a checksum. */
  readonly allowUnverified?: boolean;
}

/** The options of adding or updating an agent. */
export interface RegistryChangeOptions {
  /** Called with each step. */
  readonly onProgress: (progress: RegistryProgress) => void;
  /** Aborted when the user cancels the change. */
  readonly signal: AbortSignal;
}

/** A registry of agents, such as the `createRegistryClient(fleet)` of `@acp-store/server/client`. */
export interface RegistrySource {
  /** Resolves with the agents. */
  list(options?: { readonly refresh?: boolean }): Promise<{
    readonly source: "cache" | "network" | "stale";
    readonly agents: readonly RegistryEntry[];
    readonly reason?: string;
  }>;
  /** Adds an agent. */
  add(choice: RegistryChoice, options: RegistryChangeOptions): Promise<void>;
  /** Replaces an added agent with the version of the registry. */
  update(choice: RegistryChoice, options: RegistryChangeOptions): Promise<void>;
  /** Removes an added agent. */
  remove(agentId: string): Promise<void>;
}
