import { mkdtemp, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSampleProject } from "@acp-store/example-editor/sample";
import { parseArgsStringToArgv } from "string-argv";
import { UsageError, type Options } from "./options.js";

/** Which agent is started, and where it works. */
export interface Workplace {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Removes what was made for this run only. */
  readonly dispose: () => Promise<void>;
}

const SCRIPTED = fileURLToPath(import.meta.resolve("@acp-store/example-editor/agent"));

/** @throws {UsageError} when the folder is not there, or no command is named. */
export async function prepareWorkplace(options: Options, launchDir: string): Promise<Workplace> {
  const agent = commandOf(options.agent);
  if (options.agent === undefined && options.cwd === undefined) return sampleFor(agent);
  const cwd = resolve(launchDir, options.cwd ?? ".");
  const stats = await stat(cwd).catch(() => undefined);
  if (!stats?.isDirectory()) throw new UsageError(`--cwd "${cwd}" is no folder: name one.`);
  return { ...agent, cwd, dispose: async () => {} };
}

type Command = Pick<Workplace, "command" | "args">;

function commandOf(line: string | undefined): Command {
  if (line === undefined) return { command: process.execPath, args: [SCRIPTED] };
  const [command, ...args] = parseArgsStringToArgv(line);
  if (!command) throw new UsageError(`--agent "${line}" names no program: give a command to run.`);
  return { command, args };
}

async function sampleFor(agent: Command): Promise<Workplace> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "acp-terminal-sample-")));
  await writeSampleProject(cwd);
  const dispose = (): Promise<void> => rm(cwd, { recursive: true, force: true, maxRetries: 3 });
  return { ...agent, cwd, dispose };
}
