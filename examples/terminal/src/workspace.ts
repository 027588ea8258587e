import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSampleProject } from "@acp-store/example-agent/sample";
import { parseArgsStringToArgv } from "string-argv";
import { UsageError, type Options } from "./options.js";

/** An agent and the command that starts it. */
export interface AgentCommand {
  /** The id: the name that the user has given, or a number. */
  readonly id: string;
  /** The name that the user has given, or the command line. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** The agents, and the folder that they work in. */
export interface Workspace {
  readonly agents: readonly AgentCommand[];
  readonly cwd: string;
  /** The files with MCP servers, absolute paths. */
  readonly mcpFiles: readonly string[];
  /** The folder for the data of the review. Default: one in the user's data folder. */
  readonly reviewDir?: string;
  /** Whether the folder is a sample project that is deleted at the end. */
  readonly isTemporary: boolean;
  /** Deletes the temporary sample project, if there is one. */
  readonly dispose: () => Promise<void>;
}

const SCRIPTED_AGENT: AgentCommand = {
  id: "scripted",
  name: "Scripted agent",
  command: process.execPath,
  args: [fileURLToPath(import.meta.resolve("@acp-store/example-agent"))],
};

/**
 * Returns the workspace for the options. Creates a sample project if neither an agent nor a folder
 * is given.
 *
 * @throws UsageError if the folder does not exist, a command is empty, or two agents have the same name.
 */
export async function prepareWorkspace(options: Options, launchDir: string): Promise<Workspace> {
  const agents = options.agents?.map(parseAgent) ?? [SCRIPTED_AGENT];
  for (const [index, { name }] of agents.entries())
    if (agents.findIndex((other) => other.name === name) !== index)
      throw new UsageError(
        `--agent "${name}" is given twice. Use a different name for each: --agent "NAME=COMMAND ARGS".`,
      );
  const mcpFiles = options.mcp?.map((file) => resolve(launchDir, file)) ?? [];
  for (const file of mcpFiles)
    if (!existsSync(file))
      throw new UsageError(`--mcp "${file}" was not found. Use a file like .mcp.json.`);
  if (options.agents === undefined && options.cwd === undefined)
    return createSampleWorkspace(agents, mcpFiles);
  const cwd = resolve(launchDir, options.cwd ?? ".");
  const stats = await stat(cwd).catch(() => undefined);
  if (!stats?.isDirectory())
    throw new UsageError(`--cwd "${cwd}" is not a folder. Use an existing folder.`);
  return { agents, cwd, mcpFiles, isTemporary: false, dispose: async () => {} };
}

function parseAgent(line: string, index: number): AgentCommand {
  const [, name, commandLine = line] = /^([a-z][a-z0-9-]*)=(.*)$/s.exec(line) ?? [];
  const [command, ...args] = parseArgsStringToArgv(commandLine);
  if (!command)
    throw new UsageError(
      `--agent "${line}" contains no command. Use the command that starts the agent.`,
    );
  return { id: name ?? `agent-${index + 1}`, name: name ?? commandLine, command, args };
}

async function createSampleWorkspace(
  agents: readonly AgentCommand[],
  mcpFiles: readonly string[],
): Promise<Workspace> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "acp-terminal-sample-")));
  const [cwd, reviewDir] = [join(dir, "project"), join(dir, "review")];
  await writeSampleProject(cwd);
  const dispose = (): Promise<void> => rm(dir, { recursive: true, force: true, maxRetries: 3 });
  return { agents, cwd, mcpFiles, reviewDir, isTemporary: true, dispose };
}
