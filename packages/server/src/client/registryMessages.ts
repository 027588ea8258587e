import * as z from "zod/mini";

// The requests of a page about the registry. Both ends check what they receive, so this file imports
// nothing of Node.

/** The methods of the requests. */
export const METHODS = {
  list: "registry/list",
  add: "registry/add",
  update: "registry/update",
  remove: "registry/remove",
} as const;

const agentId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,63}$/));
const planId = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** An agent to add or update, in the way that the user has chosen. */
export interface LaunchChoice {
  /** The id of the agent. */
  readonly id: string;
  /** The id of the plan. The server refuses it if the registry has changed since it was listed. */
  readonly plan: string;
  /** Whether the user has agreed to a download that cannot be verified. Default: `false`. */
  readonly allowUnverified?: boolean;
}

/** The params of `registry/list`. */
export const listParams: z.ZodMiniType<{ readonly refresh?: boolean }> = z.object({
  refresh: z.exactOptional(z.boolean()),
});

/** The params of `registry/add` and `registry/update`. */
export const launchParams: z.ZodMiniType<LaunchChoice> = z.object({
  id: agentId,
  plan: planId,
  allowUnverified: z.exactOptional(z.boolean()),
});

/** The params of `registry/remove`. */
export const removeParams: z.ZodMiniType<Pick<LaunchChoice, "id">> = z.object({ id: agentId });

/** A way to launch an agent, for the user to read before it is chosen. */
export interface ListedPlan {
  /** Names the plan in requests. It changes with everything that would be downloaded or run. */
  readonly id: string;
  /** The program that downloads and runs the agent. `binary`: the server downloads it. */
  readonly kind: "binary" | "npx" | "uvx";
  /** A sentence for the user: what is downloaded, from where, and what runs it. */
  readonly summary: string;
  /** The whole command with its variables. */
  readonly commandLine: string;
  /** Whether the download is compared with a checksum. Otherwise, ask the user first. */
  readonly isVerified: boolean;
}

/**
 * Whether an agent of the registry can be added.
 *
 * - `available`: it can be added
 * - `added`: a user has added the version of the registry
 * - `outdated`: a user has added another version, so that it can be updated
 * - `configured`: the application has an agent with the same id
 */
export type ListedStatus = "added" | "available" | "configured" | "outdated";

/** An agent of the registry, or one that was added from it. Its authors have written the texts. */
export interface ListedAgent {
  /** The id, which becomes the id of the agent in the fleet. */
  readonly id: string;
  /** The name to show. */
  readonly name: string;
  /** The version of the registry. */
  readonly version: string;
  /** A sentence about the agent. */
  readonly description: string;
  /** The icon, as a `data:` URL. Absent if there is none, or if it could not be loaded. */
  readonly icon?: string;
  /** The ways to launch it on the computer of the server. Empty if there is none. */
  readonly plans: readonly ListedPlan[];
  /** Whether it can be added or updated. */
  readonly status: ListedStatus;
  /** The version that was added. */
  readonly addedVersion?: string;
}

/** The agents that a user can add, and those that were added. */
export interface RegistryList {
  /** Where the list comes from: the network, a recent copy, or an old copy because the network failed. */
  readonly source: "cache" | "network" | "stale";
  /** The reason for an old copy. */
  readonly reason?: string;
  /** The agents, in the order of the registry. */
  readonly agents: readonly ListedAgent[];
}

const listedAgent = z.object({
  id: agentId,
  name: z.string(),
  version: z.string(),
  description: z.string(),
  icon: z.exactOptional(z.string().check(z.startsWith("data:image/"))),
  plans: z.array(
    z.object({
      id: planId,
      kind: z.enum(["binary", "npx", "uvx"]),
      summary: z.string(),
      commandLine: z.string(),
      isVerified: z.boolean(),
    }),
  ),
  status: z.enum(["added", "available", "configured", "outdated"]),
  addedVersion: z.exactOptional(z.string()),
});

/** The result of `registry/list`. */
export const registryList: z.ZodMiniType<RegistryList> = z.object({
  source: z.enum(["cache", "network", "stale"]),
  reason: z.exactOptional(z.string()),
  agents: z.array(listedAgent),
});

/** The progress of adding or updating an agent. */
export type LaunchProgress =
  | {
      readonly step: "download";
      /** The number of bytes that have arrived. */
      readonly receivedBytes: number;
      /** The size of the download in bytes. Absent if the server has not announced it. */
      readonly totalBytes?: number;
    }
  /** The agent is started for the first time, for which `npx` and `uvx` download it. */
  | { readonly step: "start" };

/** A progress that the server reports. */
export const launchProgress: z.ZodMiniType<LaunchProgress> = z.discriminatedUnion("step", [
  z.object({
    step: z.literal("download"),
    receivedBytes: z.number(),
    totalBytes: z.exactOptional(z.number()),
  }),
  z.object({ step: z.literal("start") }),
]);
