import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  launchPlans,
  parseRegistry,
  type LaunchPlan,
  type RegistryAgent,
} from "@acp-store/registry";
import * as z from "zod/mini";

/** An agent that a user has added from the registry. */
export interface AddedAgent {
  /** The entry of the registry at that time. */
  readonly agent: RegistryAgent;
  /** The way to launch it. */
  readonly plan: LaunchPlan;
  /** Whether the user has agreed to a download without a checksum. */
  readonly allowUnverified: boolean;
}

/** The agents that users have added, which are kept in a file. */
export interface AddedAgents {
  get(id: string): AddedAgent | undefined;
  list(): readonly AddedAgent[];
  /** Adds or replaces an agent, and writes the file. Throws if that fails. */
  set(added: AddedAgent): void;
  /** Removes an agent, and writes the file. Throws if that fails. */
  delete(id: string): void;
}

const VERSION = "1.0.0";

const savedSchema = z.object({
  version: z.literal(VERSION),
  agents: z.array(
    z.looseObject({
      launch: z.object({ kind: z.enum(["binary", "npx", "uvx"]), allowUnverified: z.boolean() }),
    }),
  ),
});

/** Reads the added agents. A file that cannot be read is reported, and an invalid entry is left out. */
export function openAddedAgents(file: string, warn: (message: string) => void): AddedAgents {
  let agents: ReadonlyMap<string, AddedAgent> = new Map(
    read(file, warn).map((added) => [added.agent.id, added]),
  );

  function replace(next: ReadonlyMap<string, AddedAgent>): void {
    const temporary = `${file}.${process.pid}.tmp`;
    const content = {
      version: VERSION,
      agents: Array.from(next.values(), ({ agent, plan: { kind }, allowUnverified }) => ({
        ...agent,
        launch: { kind, allowUnverified },
      })),
    };
    mkdirSync(dirname(file), { recursive: true });
    rmSync(temporary, { force: true });
    writeFileSync(temporary, JSON.stringify(content), { mode: 0o600, flag: "wx" });
    renameSync(temporary, file);
    agents = next;
  }

  return {
    get: (id) => agents.get(id),
    list: () => [...agents.values()],
    set: (added) => replace(new Map(agents).set(added.agent.id, added)),
    delete(id) {
      const next = new Map(agents);
      if (next.delete(id)) replace(next);
    },
  };
}

function read(file: string, warn: (message: string) => void): readonly AddedAgent[] {
  let saved: z.infer<typeof savedSchema>;
  try {
    saved = savedSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (!isMissing(error))
      warn(
        `The added agents in ${file} cannot be read, so none of them is shown: ${String(error)}`,
      );
    return [];
  }
  // The entries get the same checks as those of the registry.
  const { agents, skipped } = parseRegistry(saved);
  for (const { id, message } of skipped)
    warn(`The added agent "${id}" in ${file} cannot be used: ${message}`);
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  return saved.agents.flatMap(({ id, launch }) => {
    const agent = typeof id === "string" ? byId.get(id) : undefined;
    const plan = agent && launchPlans(agent).find(({ kind }) => kind === launch.kind);
    if (agent === undefined || plan === undefined) return [];
    byId.delete(agent.id);
    return [{ agent, plan, allowUnverified: launch.allowUnverified }];
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
