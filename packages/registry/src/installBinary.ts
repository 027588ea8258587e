import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { toArchiveError } from "./archiveRules.js";
import { createArchiveWriter } from "./archiveWriter.js";
import { DownloadProblem, openDownload } from "./download.js";
import { AcpRegistryError } from "./errors.js";
import type { BinaryLaunchPlan } from "./launchPlans.js";
import {
  AGENT_ID,
  AGENT_VERSION,
  type RegistryAgent,
  SHA256,
  staysInFolder,
} from "./registrySchema.js";
import { unpackTar } from "./unpackTar.js";
import { unpackZip } from "./unpackZip.js";

const DEFAULT_MAX_DOWNLOAD_BYTES = 1_000_000_000;
const DEFAULT_MAX_UNPACKED_BYTES = 4_000_000_000;
/** The time in ms without a byte after which a download fails. */
const IDLE_MS = 60_000;
/** The time in ms after which a temporary folder was left behind by a process that was killed. */
const LEFTOVER_MS = 24 * 60 * 60 * 1000;
const TEMPORARY_PREFIX = ".tmp-";

/** The progress of a download. */
export interface DownloadProgress {
  /** The number of bytes that have arrived. */
  readonly receivedBytes: number;
  /** The size of the download in bytes. Absent if the server has not announced it. */
  readonly totalBytes?: number;
}

/** The options of {@link installBinary}. */
export interface InstallOptions {
  /**
   * Whether to install a download that the registry has no checksum of. Ask the user first: such a
   * download can be anything. A download that does not match its checksum is never installed.
   * Default: `false`.
   */
  readonly allowUnverified?: boolean;
  /** Cancels the installation. The returned promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Called with each part of the download that arrives. */
  readonly onProgress?: (progress: DownloadProgress) => void;
  /** The maximum size of the download in bytes. Default: 1,000,000,000. */
  readonly maxDownloadBytes?: number;
  /** The maximum size of the unpacked files in bytes. Default: 4,000,000,000. */
  readonly maxUnpackedBytes?: number;
  /** The function that sends the request, for example through a proxy. Default: `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Downloads and unpacks the program of an agent, and resolves with its path. A version that is
 * installed already is not downloaded again. The program is not run.
 *
 * The download is compared with its checksum before it is unpacked. Archives can be `.tar.gz`, `.tgz`
 * and `.zip`; anything else whose name has no known ending is the program itself. An archive with a
 * path or a link that leaves its folder is rejected. Everything happens in a temporary folder, which
 * gets its final name at the end, so an interrupted installation leaves no part of a version behind.
 *
 * Each version has its own folder, `<dir>/<id>/<version>-<start of the checksum>`. Other versions
 * stay: remove them with {@link removeOldVersions} after the new one has answered `initialize`.
 *
 * @throws AcpRegistryError if the program cannot be installed, the reason of the signal, or an error of
 *   `node:fs`, such as `ENOSPC`.
 *
 * @example
 * ```ts
 * import { type BinaryLaunchPlan, installBinary, type RegistryAgent } from "@acp-store/registry";
 *
 * export function install(agent: RegistryAgent, plan: BinaryLaunchPlan) {
 *   return installBinary(agent, plan, ".my-client/agents", {
 *     onProgress: ({ receivedBytes }) => console.log(`${receivedBytes} bytes of ${agent.name}`),
 *   });
 * }
 * ```
 */
export async function installBinary(
  agent: RegistryAgent,
  plan: BinaryLaunchPlan,
  dir: string,
  options: InstallOptions = {},
): Promise<string> {
  const { allowUnverified = false, signal } = options;
  signal?.throwIfAborted();
  const folder = versionFolder(agent, plan, dir);
  const title = `${agent.name} ${agent.version}`;
  if (plan.sha256 === undefined && !allowUnverified)
    throw new AcpRegistryError(
      "no_checksum",
      `The registry has no checksum of ${title}, so its download cannot be verified. Install it only if you trust everything that ${new URL(plan.archive).host} sends.`,
    );
  const isInstalled = await exists(folder);
  if (!isInstalled) await installVersion(plan, folder, title, options);
  const executable = executableIn(folder, plan);
  if (isInstalled && !(await isFile(executable)))
    throw new AcpRegistryError(
      "missing_executable",
      `The program "${executable}" of ${title} is missing. Delete the folder "${folder}", and install it again.`,
    );
  return executable;
}

/**
 * Removes all other installed versions of an agent, and temporary folders that a killed process has
 * left behind. Call it after the version of the plan has started and answered `initialize`, and the
 * older ones have exited. To remove an agent altogether, delete the folder `<dir>/<id>`.
 *
 * @throws AcpRegistryError with the reason `invalid_agent`, or an error of `node:fs`, such as `EPERM`
 *   on Windows while an older version is running.
 *
 * @example
 * ```ts
 * import { type BinaryLaunchPlan, type RegistryAgent, removeOldVersions } from "@acp-store/registry";
 *
 * export function afterInitialize(agent: RegistryAgent, plan: BinaryLaunchPlan) {
 *   return removeOldVersions(agent, plan, ".my-client/agents");
 * }
 * ```
 */
export async function removeOldVersions(
  agent: RegistryAgent,
  plan: BinaryLaunchPlan,
  dir: string,
): Promise<void> {
  const current = versionFolder(agent, plan, dir);
  const agentFolder = dirname(current);
  for (const name of await namesIn(agentFolder)) {
    if (name === basename(current) || name.startsWith(TEMPORARY_PREFIX)) continue;
    // Renamed first, so that a version is never there in part.
    const removed = join(agentFolder, `${TEMPORARY_PREFIX}${randomBytes(6).toString("hex")}`);
    await rename(join(agentFolder, name), removed);
    await removeFolder(removed);
  }
  await removeLeftovers(agentFolder);
}

/** Returns the folder of a version. Downloads with other content have other folders. */
function versionFolder(agent: RegistryAgent, plan: BinaryLaunchPlan, dir: string): string {
  const { id, version } = agent;
  const { archive, executable, sha256 } = plan;
  const isSafe =
    AGENT_ID.test(id) &&
    AGENT_VERSION.test(version) &&
    staysInFolder(executable) &&
    (sha256 === undefined || SHA256.test(sha256));
  if (!isSafe)
    throw new AcpRegistryError(
      "invalid_agent",
      `The agent ${JSON.stringify(id)} with the version ${JSON.stringify(version)}, the program ${JSON.stringify(executable)} and the checksum ${JSON.stringify(sha256)} cannot be installed. Pass an agent and a plan that parseRegistry and launchPlans have returned.`,
    );
  const digest = sha256?.toLowerCase() ?? createHash("sha256").update(archive).digest("hex");
  const source = sha256 === undefined ? "unverified-" : "";
  return resolve(dir, id, `${version}-${source}${digest.slice(0, 16)}`);
}

/** Returns the path of the program in a version. Registries use both kinds of slashes. */
function executableIn(folder: string, { executable }: BinaryLaunchPlan): string {
  return join(folder, executable.replaceAll("\\", "/"));
}

async function installVersion(
  plan: BinaryLaunchPlan,
  folder: string,
  title: string,
  options: InstallOptions,
): Promise<void> {
  const format = formatOf(plan.archive, title);
  const agentFolder = dirname(folder);
  await mkdir(agentFolder, { recursive: true, mode: 0o700 });
  await removeLeftovers(agentFolder);
  const temporary = await mkdtemp(join(agentFolder, TEMPORARY_PREFIX));
  try {
    const file = join(temporary, "download");
    const content = join(temporary, "content");
    const executable = executableIn(content, plan);
    await mkdir(content);
    verify(plan, await download(plan.archive, file, title, options), title);
    if (format === "program") {
      await mkdir(dirname(executable), { recursive: true });
      await rename(file, executable);
    } else {
      await unpack(format, file, content, options);
    }
    if (!(await isFile(executable)))
      throw new AcpRegistryError(
        "missing_executable",
        `The archive of ${title} has no program "${plan.executable}". Nothing was installed. Tell the authors of the agent.`,
      );
    await chmod(executable, 0o755);
    options.signal?.throwIfAborted();
    await rename(content, folder).catch(async (error: unknown) => {
      // Another process has installed the same content in the meantime.
      if (!(await exists(folder))) throw error;
    });
  } finally {
    // A later installation removes what other programs, such as virus scanners, still have open.
    await removeFolder(temporary).catch(() => {});
  }
}

async function unpack(
  format: "tar" | "zip",
  file: string,
  folder: string,
  { maxUnpackedBytes = DEFAULT_MAX_UNPACKED_BYTES, signal }: InstallOptions,
): Promise<void> {
  try {
    const writer = await createArchiveWriter(folder, maxUnpackedBytes);
    await (format === "tar" ? unpackTar : unpackZip)(file, writer, signal);
    await writer.finish();
  } catch (error) {
    signal?.throwIfAborted();
    throw toArchiveError(error);
  }
}

/** Endings of files that are neither an archive to unpack nor a program. */
const UNSUPPORTED =
  /\.(?:tar|gz|bz2|tbz2?|xz|txz|zst|tzst|lz|lzma|7z|rar|dmg|pkg|deb|rpm|msi|msix|appimage)$/;

/** Returns the format of a download by the ending of its name. */
function formatOf(archive: string, title: string): "tar" | "zip" | "program" {
  const name = basename(new URL(archive).pathname).toLowerCase();
  if (/\.(?:tar\.gz|tgz)$/.test(name)) return "tar";
  if (name.endsWith(".zip")) return "zip";
  const [ending] = UNSUPPORTED.exec(name) ?? [];
  if (ending === undefined) return "program";
  throw new AcpRegistryError(
    "unsupported_archive",
    `${title} is released as a ${ending} file (${archive}), which cannot be unpacked here. Launch the agent in another way, or install it yourself.`,
  );
}

/** Downloads a file, and resolves with its SHA-256 checksum. */
async function download(
  url: string,
  file: string,
  title: string,
  options: InstallOptions,
): Promise<string> {
  const { signal, onProgress, fetch = globalThis.fetch } = options;
  const { maxDownloadBytes: maxBytes = DEFAULT_MAX_DOWNLOAD_BYTES } = options;
  const hash = createHash("sha256");
  try {
    const { chunks, ...size } = await openDownload({
      url,
      maxBytes,
      idleMs: IDLE_MS,
      fetch,
      allowsHttp: false,
      signal,
    });
    let receivedBytes = 0;
    const observed = async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk);
        receivedBytes += chunk.byteLength;
        onProgress?.({ receivedBytes, ...size });
        yield chunk;
      }
    };
    await pipeline(observed, createWriteStream(file, { flags: "wx" }));
  } catch (error) {
    if (!(error instanceof DownloadProblem)) throw error;
    throw new AcpRegistryError(
      error.isTooLarge ? "too_large" : "download_failed",
      `${title} could not be downloaded from ${url}: ${error.message}. ${error.isTooLarge ? "Nothing was installed." : "Check the network connection, and try again."}`,
      { cause: error },
    );
  }
  return hash.digest("hex");
}

function verify({ archive, sha256 }: BinaryLaunchPlan, actual: string, title: string): void {
  if (sha256 === undefined || sha256.toLowerCase() === actual) return;
  throw new AcpRegistryError(
    "checksum_mismatch",
    `The download of ${title} from ${archive} is not the file that the registry describes: its SHA-256 checksum is ${actual} instead of ${sha256.toLowerCase()}. Nothing was installed. Load the registry again, and do not run the file.`,
  );
}

const statOf = (path: string) => stat(path).catch(() => undefined);

const exists = async (path: string): Promise<boolean> => (await statOf(path)) !== undefined;

const isFile = async (path: string): Promise<boolean> => (await statOf(path))?.isFile() === true;

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** Removes temporary folders of processes that were killed. */
async function removeLeftovers(agentFolder: string): Promise<void> {
  for (const name of await namesIn(agentFolder)) {
    const path = join(agentFolder, name);
    const { mtimeMs = Infinity } = (await statOf(path)) ?? {};
    if (name.startsWith(TEMPORARY_PREFIX) && mtimeMs < Date.now() - LEFTOVER_MS)
      await removeFolder(path).catch(() => {});
  }
}
