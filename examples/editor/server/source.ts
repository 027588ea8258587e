import { mkdtemp, readdir, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSampleProject } from "../agent/sampleProject.js";
import { splitCommandLine, type AgentCommand } from "./commandLine.js";
import type { Options } from "./options.js";
import { checkRecording } from "./recording.js";
import { UsageError } from "./usageError.js";

/** What the page shows: a live agent, or a recording of one. */
export type Source = AgentSource | { readonly mode: "replay"; readonly file: string };

interface AgentSource {
  readonly mode: "agent";
  readonly agent: AgentCommand;
  readonly cwd: string;
  /** The version to speak, where only one will do. */
  readonly protocol?: 1 | 2;
}

export interface PreparedSource {
  readonly source: Source;
  /** Removes what was made for this run only. */
  readonly dispose: () => Promise<void>;
}

const SCRIPTED: AgentCommand = {
  command: process.execPath,
  args: [fileURLToPath(new URL("../agent/main.js", import.meta.url))],
};
const keepAll = async (): Promise<void> => {};

/** @throws {UsageError} when a path on the command line leads nowhere. */
export async function prepareSource(options: Options, launchDir: string): Promise<PreparedSource> {
  if (options.replay !== undefined) {
    const file = resolve(launchDir, options.replay);
    await checkRecording(file);
    return { source: { mode: "replay", file }, dispose: keepAll };
  }
  const { protocol } = options;
  const wanted = protocol === undefined ? {} : { protocol };
  const agent = options.agent === undefined ? SCRIPTED : splitCommandLine(options.agent);
  if (options.cwd === undefined && agent === SCRIPTED) return sampleIn({ agent, ...wanted });
  const cwd = resolve(launchDir, options.cwd ?? ".");
  await checkFolder(cwd);
  if (agent === SCRIPTED && (await readdir(cwd)).length === 0) await writeSampleProject(cwd);
  return { source: { mode: "agent", agent, cwd, ...wanted }, dispose: keepAll };
}

async function sampleIn(started: Pick<AgentSource, "agent" | "protocol">): Promise<PreparedSource> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "acp-editor-sample-")));
  await writeSampleProject(cwd);
  const dispose = (): Promise<void> => rm(cwd, { recursive: true, force: true, maxRetries: 3 });
  return { source: { mode: "agent", cwd, ...started }, dispose };
}

async function checkFolder(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) throw new UsageError(`--cwd "${path}" does not exist: make the folder first.`);
  if (!stats.isDirectory()) throw new UsageError(`--cwd "${path}" is a file: name a folder.`);
}
