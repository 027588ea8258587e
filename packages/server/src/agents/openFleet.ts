import { join } from "node:path";
import {
  createFleet,
  type AgentDefinition,
  type Fleet,
  type FleetOptions,
} from "@acp-store/fleet/owner";
import { type FleetHost, hostFleet, type PageRequests } from "@acp-store/fleet/mirror";
import { fileStorage, type FolderLock, lockFolder } from "@acp-store/persist/node";
import { serveReview } from "@acp-store/review/mirror";
import { type NodeReview, openReviews } from "@acp-store/review/node";
import type { MirrorLink } from "@acp-store/mirror";
import envPaths from "env-paths";
import type { TerminalSignIns } from "../terminals/terminalSignIns.js";
import { type AgentCommand, commandAgent } from "./commandAgent.js";

/** The parts of a server that answers of requests work with. */
export interface RequestsContext {
  /** The agents. */
  readonly fleet: Fleet;
  /** The folder of the server. */
  readonly dataDir: string;
  /** The reviews of the `reviewFolders`, by the absolute path of the folder. */
  readonly reviews: ReadonlyMap<string, NodeReview>;
}

/** The options of a server that concern its agents. */
export interface AgentsOptions extends Pick<FleetOptions, "idle" | "store"> {
  /** The agents: commands, or definitions with any other source. None of them is started. */
  readonly agents: readonly (AgentCommand | AgentDefinition)[];
  /**
   * The folder with the sessions and the admitted browsers, which one server at a time uses. Default:
   * {@link defaultDataDir}, or behind Vite a folder in it for the project.
   */
  readonly dataDir?: string;
  /**
   * Answers requests of pages that may manage agents, by method. A function gets the fleet before its saved
   * sessions are restored, so that it can add agents.
   */
  readonly requests?:
    | PageRequests
    | ((context: RequestsContext) => PageRequests | Promise<PageRequests>);
  /**
   * Lets pages that may manage agents sign in to an agent in a terminal: `terminalSignIns()` of
   * `@acp-store/server/terminals`. Default: agents are told that there is no terminal.
   */
  readonly terminals?: TerminalSignIns;
  /**
   * The folders whose changes are reviewed: what the agents change there can be kept, rejected and restored
   * on pages with the right `review`. Default: none.
   */
  readonly reviewFolders?: readonly string[];
  /**
   * Whether the messages of the agents are recorded, for the devtools of pages with the right `seesMessages`.
   * Default: `true` behind Vite, because a page is being developed there, and otherwise `false`.
   */
  readonly devtools?: boolean;
}

/**
 * Returns the folder that the platform has for data of applications, such as `~/.local/share/acp-store` on
 * Linux, or one in it for an application of that name.
 *
 * @example
 * ```ts
 * const dataDir = defaultDataDir("my-editor"); // ~/.local/share/acp-store/my-editor
 * ```
 */
export function defaultDataDir(application = ""): string {
  return join(envPaths("acp-store", { suffix: "" }).data, application);
}

/** A fleet with its host. */
export interface OpenedFleet {
  readonly fleet: Fleet;
  readonly host: FleetHost;
  /** The file of the admitted browsers. */
  readonly accessFile: string;
  /** Disconnects the pages, stops the agents and saves their sessions. */
  close(): Promise<void>;
}

/**
 * Creates a fleet whose sessions are saved in files, and restores them. `ownRequests` returns answers that the
 * application cannot replace.
 *
 * @throws FolderInUseError if another server uses the folder.
 */
export async function openFleet(
  options: AgentsOptions & { readonly dataDir: string },
  ownRequests?: (fleet: Fleet) => PageRequests,
): Promise<OpenedFleet> {
  const lock = await lockFolder(
    options.dataDir,
    'Stop that process, or set "dataDir" to another folder.',
  );
  try {
    return await openLockedFleet(options, ownRequests, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openLockedFleet(
  options: AgentsOptions & { readonly dataDir: string },
  ownRequests: (fleet: Fleet) => PageRequests = () => ({}),
  lock: FolderLock,
): Promise<OpenedFleet> {
  const { agents, requests, terminals, devtools = false, dataDir, ...rest } = options;
  const { reviewFolders = [], ...fleetOptions } = rest;
  const reviews = await openReviews({
    folders: reviewFolders,
    onInUse: (folder, { message }) =>
      process.emitWarning(
        `The changes in "${folder}" are not reviewed here: ${message}`,
        "AcpServerWarning",
      ),
  });
  const fleet = createFleet({
    ...fleetOptions,
    agents: agents.map((agent) => ("command" in agent ? commandAgent(agent) : agent)),
    storage: (agentId) => fileStorage(join(dataDir, "agents", agentId)),
    connect(agentId, store, own, definition) {
      const reviewed = reviews.connect(agentId, store, own);
      return terminals?.connect(agentId, store, reviewed, definition) ?? reviewed;
    },
  });
  const stopFollowing = fleet.entries.subscribe((entries) =>
    reviews.keepAgents(new Set(entries.keys())),
  );
  const answers =
    typeof requests === "function"
      ? await requests({ fleet, dataDir, reviews: reviews.byFolder })
      : (requests ?? {});
  for (const [agentId, error] of await fleet.restore())
    process.emitWarning(
      `The saved sessions of the agent "${agentId}" cannot be read: ${String(error)}`,
      "AcpServerWarning",
    );
  const host = hostFleet(fleet, {
    requests: { ...answers, ...terminals?.requests({ fleet }), ...ownRequests(fleet) },
    devtools,
    reviews: new Map(
      Array.from(reviews.byFolder, ([folder, review]) => [
        folder,
        (channel: MirrorLink) => serveReview(channel, review),
      ]),
    ),
  });
  return {
    fleet,
    host,
    accessFile: join(dataDir, "access.json"),
    async close() {
      host.close();
      stopFollowing();
      try {
        await fleet.close();
        await reviews.close();
      } finally {
        await lock.release();
      }
    },
  };
}
