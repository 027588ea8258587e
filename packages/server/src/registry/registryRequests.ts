import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Fleet, FleetAgent } from "@acp-store/fleet/owner";
import type { PageRequest, PageRequests } from "@acp-store/fleet/mirror";
import {
  type LaunchPlan,
  launchPlans,
  loadRegistry,
  type LoadRegistryOptions,
  type RegistryAgent,
  removeOldVersions,
} from "@acp-store/registry";
import type { AgentCommand } from "../agents/commandAgent.js";
import type { RequestsContext } from "../agents/openFleet.js";
import { checkParams } from "../checkParams.js";
import {
  launchParams,
  type ListedAgent,
  type ListedStatus,
  listParams,
  METHODS,
  type RegistryList,
  removeParams,
} from "../client/registryMessages.js";
import { type AddedAgent, type AddedAgents, openAddedAgents } from "./addedAgents.js";
import { type Icons, openIcons } from "./icons.js";
import { createLauncher, explainFailure, type Launcher } from "./launch.js";

/** The options of {@link registryRequests}. */
export interface RegistryRequestsOptions
  extends Pick<LoadRegistryOptions, "fetch" | "maxAgeMs" | "url">,
    Pick<AgentCommand, "mcpServers"> {}

/**
 * Lets pages that may manage agents add agents from the registry, and update and remove them. Added agents
 * are kept in the folder of the server, and are part of the fleet again after a restart. A page that cancels
 * the request, or is closed before the agent has started, ends the download or the program and leaves nothing
 * of it: an agent is only added while a user is watching. Use it as the
 * option `requests` of `serveAgents` or of the plugin of Vite.
 *
 * @example
 * ```ts
 * import { serveAgents } from "@acp-store/server";
 * import { registryRequests } from "@acp-store/server/registry";
 *
 * await serveAgents({ agents: [], pageDir: "dist", requests: registryRequests() });
 * ```
 */
export function registryRequests(
  options: RegistryRequestsOptions = {},
): (context: RequestsContext) => PageRequests {
  return ({ fleet, dataDir }) => {
    const programsDir = join(dataDir, "programs");
    const added = openAddedAgents(join(dataDir, "added-agents.json"), warn);
    const icons = openIcons(join(dataDir, "icons.json"), options.fetch);
    const launcher = createLauncher(programsDir, icons, options);
    // An agent that the application has configured in the meantime takes the place of an added one.
    const configured = new Set(fleet.agents.keys());
    const parts = { fleet, added, configured, icons, launcher, programsDir };
    for (const one of added.list()) if (!configured.has(one.agent.id)) restore(one, parts);
    return createRequests(parts, createLoader(join(dataDir, "registry.json"), options));
  };
}

function warn(message: string): void {
  process.emitWarning(message, "AcpServerWarning");
}

/** The parts that the requests work with. */
interface Parts {
  readonly fleet: Fleet;
  readonly added: AddedAgents;
  /** The ids of the agents of the application, which pages do not change. */
  readonly configured: ReadonlySet<string>;
  readonly icons: Icons;
  readonly launcher: Launcher;
  readonly programsDir: string;
}

/** Adds a kept agent to the fleet. Nothing is started. */
function restore(one: AddedAgent, { fleet, added, launcher, programsDir }: Parts): void {
  fleet.add(launcher.define(one, () => added.get(one.agent.id)));
  void removeOthers(one, programsDir);
}

/** Removes the programs of other versions. One that cannot be removed now is removed later. */
async function removeOthers({ agent, plan }: AddedAgent, programsDir: string): Promise<void> {
  if (plan.kind === "binary") await removeOldVersions(agent, plan, programsDir).catch(() => {});
}

type Loaded = Pick<RegistryList, "reason" | "source"> & {
  readonly agents: readonly RegistryAgent[];
};

/** The registry that pages have listed last. */
interface Loader {
  load(refresh: boolean): Promise<Loaded>;
  /** Resolves with the agents that were listed last, so that what is launched was shown. */
  listed(): Promise<readonly RegistryAgent[]>;
}

function createLoader(cacheFile: string, options: RegistryRequestsOptions): Loader {
  let loaded: Loaded | undefined;
  async function load(refresh: boolean): Promise<Loaded> {
    loaded = await loadRegistry({ ...options, cacheFile, ...(refresh && { maxAgeMs: 0 }) });
    return loaded;
  }
  return { load, listed: async () => (loaded ?? (await load(false))).agents };
}

/** A running change of an agent. */
interface Change {
  readonly signal: AbortSignal;
  /** Resolves when the change is done or has failed. */
  readonly ended: Promise<void>;
}

function createRequests(parts: Parts, registry: Loader): PageRequests {
  const { fleet, added, configured, icons, launcher, programsDir } = parts;
  const changes = new Map<string, Change>();

  /** Runs one change of an agent at a time. */
  async function exclusively(
    id: string,
    { signal }: PageRequest,
    run: () => Promise<void>,
  ): Promise<void> {
    // A cancelled change still removes its files and ends its program.
    for (let other = changes.get(id); other !== undefined; other = changes.get(id)) {
      if (!other.signal.aborted)
        throw new Error(`The agent "${id}" is being changed already. Try again when that is done.`);
      await other.ended;
    }
    const ended = run().finally(() => changes.delete(id));
    changes.set(id, { signal, ended: ended.catch(() => {}) });
    await ended;
  }

  async function list(params: unknown): Promise<RegistryList> {
    const { refresh = false } = checkParams(listParams, params);
    const { agents, source, reason } = await registry.load(refresh);
    const known = new Set(agents.map(({ id }) => id));
    const gone = added.list().filter(({ agent }) => !known.has(agent.id));
    const shown = [...agents, ...gone.map(({ agent }) => agent)];
    await icons.load(
      shown.flatMap(({ icon }) => icon ?? []),
      source === "network",
    );
    return {
      source,
      ...(reason !== undefined && { reason }),
      agents: [
        ...agents.map((agent) => toListed(agent, launchPlans(agent), parts)),
        // The registry no longer has them, so they can only be removed.
        ...gone.map(({ agent }) => toListed(agent, [], parts)),
      ],
    };
  }

  /** Returns the listed agent that a page has chosen. A page never sends what is launched. */
  async function choose(params: unknown): Promise<AddedAgent> {
    const { id, plan: planId, allowUnverified = false } = checkParams(launchParams, params);
    const agent = (await registry.listed()).find((one) => one.id === id);
    const plan = agent && launchPlans(agent).find((one) => idOfPlan(agent, one) === planId);
    if (agent === undefined || plan === undefined)
      throw new Error(
        `The registry no longer has the agent "${id}" in this form. Load the list again.`,
      );
    return { agent, plan, allowUnverified };
  }

  async function add(params: unknown, request: PageRequest): Promise<void> {
    const choice = await choose(params);
    const { id, name } = choice.agent;
    await exclusively(id, request, async () => {
      if (fleet.agents.has(id)) throw new Error(`There is an agent "${id}" already.`);
      try {
        await launcher.install(choice, request);
        request.report({ step: "start" });
        await start(fleet.add(launcher.define(choice, () => added.get(id))), request);
        added.set(choice);
      } catch (error) {
        await fleet.remove(id);
        await removePrograms(id);
        throw explainFailure(name, error);
      }
    });
  }

  async function update(params: unknown, request: PageRequest): Promise<void> {
    const choice = await choose(params);
    const { id, name } = choice.agent;
    await exclusively(id, request, async () => {
      const before = requireAdded(id);
      try {
        await launcher.install(choice, request);
        request.report({ step: "start" });
        await launcher.check(choice, request.signal);
        request.signal.throwIfAborted();
        added.set(choice);
      } catch (error) {
        await removeOthers(before, programsDir);
        throw explainFailure(name, error);
      }
      // An agent that works keeps its version until its next start.
      const agent = fleet.agents.get(id);
      if (agent !== undefined && !agent.isIdle()) return;
      await agent?.stop("It was updated.");
      await removeOthers(choice, programsDir);
    });
  }

  async function remove(params: unknown, request: PageRequest): Promise<void> {
    const { id } = checkParams(removeParams, params);
    await exclusively(id, request, async () => {
      requireAdded(id);
      added.delete(id);
      await fleet.remove(id);
      await removePrograms(id);
    });
  }

  function requireAdded(id: string): AddedAgent {
    const one = added.get(id);
    if (one === undefined || configured.has(id))
      throw new Error(`Nobody has added an agent "${id}" from the registry.`);
    return one;
  }

  async function removePrograms(id: string): Promise<void> {
    await rm(join(programsDir, id), { recursive: true, force: true });
  }

  return {
    [METHODS.list]: list,
    [METHODS.add]: add,
    [METHODS.update]: update,
    [METHODS.remove]: remove,
  };
}

/** Starts an agent, and stops it if the request is cancelled before it is ready. */
async function start(agent: FleetAgent, { signal }: PageRequest): Promise<void> {
  const stop = (): void => void agent.stop();
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    await agent.start();
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function toListed(
  agent: RegistryAgent,
  plans: readonly LaunchPlan[],
  { added, configured, icons }: Parts,
): ListedAgent {
  const { id, name, version, description } = agent;
  const icon = icons.get(agent.icon);
  const addedVersion = added.get(id)?.agent.version;
  return {
    ...{ id, name, version, description },
    ...(icon !== undefined && { icon }),
    plans: plans.map((plan) => ({
      id: idOfPlan(agent, plan),
      kind: plan.kind,
      summary: plan.summary,
      commandLine: plan.commandLine,
      isVerified: plan.kind !== "binary" || plan.sha256 !== undefined,
    })),
    status: configured.has(id) ? "configured" : statusOf(addedVersion, version),
    ...(addedVersion !== undefined && { addedVersion }),
  };
}

function statusOf(addedVersion: string | undefined, version: string): ListedStatus {
  if (addedVersion === undefined) return "available";
  return addedVersion === version ? "added" : "outdated";
}

/** Returns the id of a plan, which changes with everything that would be downloaded or run. */
function idOfPlan({ version }: RegistryAgent, plan: LaunchPlan): string {
  return createHash("sha256")
    .update(JSON.stringify([version, plan]))
    .digest("hex")
    .slice(0, 32);
}
