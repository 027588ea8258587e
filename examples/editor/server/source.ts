import { mkdtemp, readdir, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSampleProject } from "@acp-store/example-agent/sample";
import { splitCommandLine, type AgentCommand } from "./commandLine.js";
import { type Options, UsageError } from "./options.js";
import { checkRecording } from "./recording.js";

/** The content of the page: a live agent, or a recording of one. */
export type Source = AgentSource | { readonly mode: "replay"; readonly file: string };

interface AgentSource {
  readonly mode: "agent";
  readonly agent: AgentCommand;
  readonly cwd: string;
  /** The only version of the protocol to offer. */
  readonly protocol?: 1 | 2;
}

export interface PreparedSource {
  readonly source: Source;
  /** Removes the files that were created for this run. */
  readonly dispose: () => Promise<void>;
}

const SCRIPTED_AGENT: AgentCommand = {
  command: process.execPath,
  args: [fileURLToPath(import.meta.resolve("@acp-store/example-agent"))],
};
const disposeNothing = async (): Promise<void> => {};

/**
 * Checks the paths of the command line and creates a sample project if one is needed.
 *
 * @throws {UsageError} if a path does not exist or is not of the expected kind.
 */
export async function prepareSource(options: Options, launchDir: string): Promise<PreparedSource> {
  if (options.replay !== undefined) {
    const file = resolve(launchDir, options.replay);
    await checkRecording(file);
    return { source: { mode: "replay", file }, dispose: disposeNothing };
  }
  const { protocol } = options;
  const version = protocol === undefined ? {} : { protocol };
  const agent = options.agent === undefined ? SCRIPTED_AGENT : splitCommandLine(options.agent);
  if (options.cwd === undefined && agent === SCRIPTED_AGENT)
    return createSampleSource({ agent, ...version });
  const cwd = resolve(launchDir, options.cwd ?? ".");
  await checkFolder(cwd);
  if (agent === SCRIPTED_AGENT && (await readdir(cwd)).length === 0) await writeSampleProject(cwd);
  return { source: { mode: "agent", agent, cwd, ...version }, dispose: disposeNothing };
}

async function createSampleSource(
  agent: Pick<AgentSource, "agent" | "protocol">,
): Promise<PreparedSource> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "acp-editor-sample-")));
  await writeSampleProject(cwd);
  const dispose = (): Promise<void> => rm(cwd, { recursive: true, force: true, maxRetries: 3 });
  return { source: { mode: "agent", cwd, ...agent }, dispose };
}

async function checkFolder(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) throw new UsageError(`--cwd "${path}" does not exist. Create the folder first.`);
  if (!stats.isDirectory()) throw new UsageError(`--cwd "${path}" is not a folder.`);
}
