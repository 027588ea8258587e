import { mkdtemp, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSampleProject } from "@acp-store/example-agent/sample";
import { parseArgsStringToArgv } from "string-argv";
import { UsageError, type Options } from "./options.js";

/** The command that starts the agent and the folder that it works in. */
export interface Workspace {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Whether the folder is a sample project that is deleted at the end. */
  readonly isTemporary: boolean;
  /** Deletes the temporary sample project, if there is one. */
  readonly dispose: () => Promise<void>;
}

const SCRIPTED_AGENT = fileURLToPath(import.meta.resolve("@acp-store/example-agent"));

/**
 * Returns the workspace for the options. Creates a sample project if neither an agent nor a folder
 * is given.
 *
 * @throws UsageError if the folder does not exist or the agent's command is empty.
 */
export async function prepareWorkspace(options: Options, launchDir: string): Promise<Workspace> {
  const agent = getAgentCommand(options.agent);
  if (options.agent === undefined && options.cwd === undefined) return createSampleWorkspace(agent);
  const cwd = resolve(launchDir, options.cwd ?? ".");
  const stats = await stat(cwd).catch(() => undefined);
  if (!stats?.isDirectory())
    throw new UsageError(`--cwd "${cwd}" is not a folder. Use an existing folder.`);
  return { ...agent, cwd, isTemporary: false, dispose: async () => {} };
}

type AgentCommand = Pick<Workspace, "command" | "args">;

function getAgentCommand(line: string | undefined): AgentCommand {
  if (line === undefined) return { command: process.execPath, args: [SCRIPTED_AGENT] };
  const [command, ...args] = parseArgsStringToArgv(line);
  if (!command)
    throw new UsageError(
      `--agent "${line}" contains no command. Use the command that starts the agent.`,
    );
  return { command, args };
}

async function createSampleWorkspace(agent: AgentCommand): Promise<Workspace> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "acp-terminal-sample-")));
  await writeSampleProject(cwd);
  const dispose = (): Promise<void> => rm(cwd, { recursive: true, force: true, maxRetries: 3 });
  return { ...agent, cwd, isTemporary: true, dispose };
}
