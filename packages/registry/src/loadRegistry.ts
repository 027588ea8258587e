import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { DownloadProblem, openDownload } from "./download.js";
import { AcpRegistryError } from "./errors.js";
import { parseRegistry, problemOf, type Registry } from "./parseRegistry.js";

const OFFICIAL_URL = "https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json";
const DEFAULT_MAX_AGE_MS = 60 * 60 * 1000;
const LOAD_TIMEOUT_MS = 15_000;
const MAX_BYTES = 16_000_000;

/** The options of {@link loadRegistry}. */
export interface LoadRegistryOptions {
  /**
   * The address of the registry. Default: the official one,
   * `https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json`.
   */
  readonly url?: string;
  /** The path of the file with the last answer. Its folder is created. Use one file for each address. */
  readonly cacheFile: string;
  /**
   * The age in ms up to which the cached registry is used without a request. Default: 3,600,000 (one
   * hour). With 0, the network is always asked.
   */
  readonly maxAgeMs?: number;
  /** The time in ms that the server has to send all of the registry. Default: 15,000. */
  readonly timeoutMs?: number;
  /** Cancels the request. The returned promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** The function that sends the request, for example through a proxy. Default: `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A registry and its source. */
export type LoadedRegistry = Registry &
  (
    | {
        /** The cache, because it is recent enough, or the network. */
        readonly source: "cache" | "network";
      }
    | {
        /** The cache, although it is old, because the network has no usable registry. */
        readonly source: "stale";
        /** A sentence that says why the registry could not be loaded. */
        readonly reason: string;
      }
  );

/**
 * Loads the registry: from the cache if it is recent, from the network otherwise, and from an old
 * cache if the network fails. The answer may have 16 MB. Only a usable answer replaces the
 * cached one, in a single step, so a crash or a second process never leaves half a file. If the answer
 * cannot be cached, it is returned all the same.
 *
 * @throws AcpRegistryError with the reason `unavailable` if neither the network nor the cache has a
 *   usable registry, or the reason of the signal.
 *
 * @example
 * ```ts
 * import { loadRegistry } from "@acp-store/registry";
 *
 * const registry = await loadRegistry({ cacheFile: ".my-client/registry.json" });
 * if (registry.source === "stale") console.warn(registry.reason);
 * for (const { name, version } of registry.agents) console.log(name, version);
 * ```
 */
export async function loadRegistry(options: LoadRegistryOptions): Promise<LoadedRegistry> {
  const { url = OFFICIAL_URL, cacheFile, maxAgeMs = DEFAULT_MAX_AGE_MS, signal } = options;
  signal?.throwIfAborted();
  const cached = await readCache(cacheFile);
  if (cached && cached.ageMs >= 0 && cached.ageMs < maxAgeMs)
    return { ...cached.registry, source: "cache" };
  try {
    const text = await downloadText(url, options);
    const registry = readText(text);
    await replaceFile(cacheFile, text).catch(() => {});
    return { ...registry, source: "network" };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof DownloadProblem)) throw error;
    const reason = `The registry at ${url} could not be loaded: ${error.message}.`;
    if (cached) return { ...cached.registry, source: "stale", reason };
    throw new AcpRegistryError(
      "unavailable",
      `${reason} Check the network connection, and try again.`,
      { cause: error },
    );
  }
}

async function downloadText(url: string, options: LoadRegistryOptions): Promise<string> {
  const { signal, timeoutMs = LOAD_TIMEOUT_MS, fetch = globalThis.fetch } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const { chunks } = await openDownload({
      url,
      maxBytes: MAX_BYTES,
      idleMs: timeoutMs,
      fetch,
      allowsHttp: !url.startsWith("https:"),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    return Buffer.concat(parts).toString("utf8");
  } catch (error) {
    if (error !== timeout.reason) throw error;
    throw new DownloadProblem(`the server did not send all of it in ${timeoutMs / 1000} seconds`);
  }
}

/** Returns the registry in a text. Throws a problem if there is none. */
function readText(text: string): Registry {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new DownloadProblem("the answer is not JSON", false, { cause: error });
  }
  const registry = parseRegistry(json);
  const problem = problemOf(registry);
  if (problem === undefined) return registry;
  throw new DownloadProblem(`the answer is not a registry (${problem.replace(/\.$/, "")})`);
}

/** Returns the cached registry and its age in ms, or `undefined` if there is none that can be read. */
async function readCache(file: string) {
  try {
    const { mtimeMs, size } = await stat(file);
    if (size > MAX_BYTES) return undefined;
    const registry = readText(await readFile(file, "utf8"));
    return { registry, ageMs: Date.now() - mtimeMs };
  } catch {
    return undefined;
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: "wx" });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
