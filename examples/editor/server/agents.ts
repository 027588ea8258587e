import { mkdir, readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSampleProject } from "@acp-store/example-agent/sample";
import type { AgentDefinition } from "@acp-store/fleet/owner";
import { type Budget, budgetPolicy } from "@acp-store/core/policies";
import { type AgentCommand, commandAgent } from "@acp-store/server";
import { type CommandLine, splitCommandLine } from "./commandLine.js";
import { type Options, UsageError } from "./options.js";

const SCRIPTED_AGENT: CommandLine = {
  command: process.execPath,
  args: [fileURLToPath(import.meta.resolve("@acp-store/example-agent"))],
};
/** Programs that start the one that their first argument names. */
const LAUNCHERS = /^(?:bunx|deno|node|npx|pnpx|python3?|uvx)$/;

interface AgentFolders {
  /** The folder in which the command was typed. Agents start in it. */
  readonly launchDir: string;
  /** The folder of the server. */
  readonly dataDir: string;
}

/** The parts that all agents share. */
interface SharedParts {
  readonly mcpServers?: AgentCommand["mcpServers"];
  /** The budget after which each prompt has to be confirmed. */
  readonly budget?: Budget | undefined;
}

/** Returns the budget of the command line, for the agents and for the page. */
export function toBudget({ budget: amount }: Pick<Options, "budget">): Budget | undefined {
  return amount === undefined
    ? undefined
    : { limits: [{ currency: "USD", amount, per: "session" }] };
}

/**
 * Returns the agents of the command line, or the scripted agent. Nothing is started.
 *
 * @throws {UsageError} if the folder does not exist, or if a command cannot be read.
 */
export async function prepareAgents(
  options: Options,
  { launchDir, dataDir }: AgentFolders,
  { mcpServers = () => [], budget }: SharedParts = {},
): Promise<readonly AgentDefinition[]> {
  const commands = options.agents.map(splitCommandLine);
  const cwd = await prepareFolder(options, { launchDir, dataDir });
  const { protocol } = options;
  const define = (agent: CommandLine, id: string, name: string): AgentDefinition => {
    const definition = commandAgent({ id, name, ...agent, cwd: launchDir, mcpServers });
    return {
      ...definition,
      cwd,
      connect: (store) => ({
        ...definition.connect?.(store),
        ...(protocol !== undefined && { protocolVersions: [protocol] }),
        ...(budget && { beforePrompt: budgetPolicy(store, budget) }),
      }),
    };
  };
  if (commands.length === 0) return [define(SCRIPTED_AGENT, "scripted", "Scripted agent")];
  const ids = new Set<string>();
  return commands.map((command) => {
    const name = getProgramName(command);
    return define(command, addId(ids, name), name);
  });
}

/** Returns the folder of new sessions. A new one for the scripted agent gets a sample project. */
async function prepareFolder(options: Options, folders: AgentFolders): Promise<string> {
  const isScripted = options.agents.length === 0;
  if (options.cwd === undefined && isScripted) {
    const sample = join(folders.dataDir, "sample");
    await mkdir(sample, { recursive: true });
    if ((await readdir(sample)).length === 0) await writeSampleProject(sample);
    return sample;
  }
  const cwd = resolve(folders.launchDir, options.cwd ?? ".");
  const stats = await stat(cwd).catch(() => undefined);
  if (!stats) throw new UsageError(`--cwd "${cwd}" does not exist. Create the folder first.`);
  if (!stats.isDirectory()) throw new UsageError(`--cwd "${cwd}" is not a folder.`);
  if (isScripted && (await readdir(cwd)).length === 0) await writeSampleProject(cwd);
  return cwd;
}

/** Returns the name of the agent's program: of `npx @google/gemini-cli --acp`, `gemini-cli`. */
export function getProgramName({ command, args }: CommandLine): string {
  const program = basename(command).replace(/\.exe$/i, "");
  const script = LAUNCHERS.test(program) ? args.find((arg) => !arg.startsWith("-")) : undefined;
  const name = basename(script ?? program).replace(/@[\d.]+$|\.[cm]?[jt]s$|\.py$/, "");
  return name === "" ? program : name;
}

/** Returns an id for an agent, and adds it to those that are used. */
function addId(used: Set<string>, name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const base = words.join("-").replace(/^[^a-z]+/, "") || "agent";
  let id = base;
  for (let count = 2; used.has(id); count++) id = `${base}-${count}`;
  used.add(id);
  return id;
}
