import type { BigIntStats } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { readFileContent } from "@acp-store/client/node";
import type { ContentId, FileContent, FileMode, Snapshot, Snapshots } from "../files.js";
import { hasCode } from "./fileStatus.js";
import { type IgnoreRules, listIfPossible } from "./folderEntries.js";
import { type Difference, selectCertain } from "./leftOut.js";
import { nodeBlobs } from "./nodeBlobs.js";
import { createQueue } from "../queue.js";
import { AcpSnapshotError } from "./snapshotError.js";

const MAX_FILES = 20_000;
const MAX_BYTES = 200_000_000;
/** The age in nanoseconds from which another change of a file certainly gets another time. */
const SETTLED_AFTER_NS = 2_000_000_000n;

/** A file of a snapshot. */
interface SavedFile {
  readonly mode: FileMode;
  readonly content: ContentId;
}

/** A file as it was read last. */
interface KnownFile extends SavedFile {
  readonly stats: BigIntStats;
  /** Whether it had not changed for a while: a later change will have another time. */
  readonly isSettled: boolean;
}

/**
 * Opens snapshots of a folder that are copies of its files in `dir`, for machines without git. Equal
 * contents are stored once. Honors `.gitignore` files, and leaves out nested repositories.
 *
 * `take` rejects with an `AcpSnapshotError` with the reason `too_large` if the folder has more than
 * 20,000 files or 200 MB.
 *
 * @example
 * ```ts
 * import { copySnapshots } from "@acp-store/review/node";
 *
 * const snapshots = await copySnapshots("/home/me/app", "/home/me/.local/share/my-client/app");
 * const before = await snapshots.take();
 * console.log(await snapshots.read(before, "src/main.ts"));
 * ```
 */
export async function copySnapshots(folder: string, dir: string): Promise<Snapshots> {
  const top = await realpath(folder);
  const blobs = nodeBlobs(dir);
  const run = createQueue();
  let known = new Map<string, KnownFile>();

  async function takeSnapshot(): Promise<Snapshot> {
    const { paths, leftOut } = listTree(top, dir);
    const statsByPath = await collectStats(top, paths);
    const unreadable: string[] = [];
    const files = new Map<string, KnownFile>();
    for (const [path, stats] of statsByPath) {
      const file = await saveFile(path, stats);
      if (file === "unreadable") unreadable.push(path);
      else if (file !== undefined) files.set(path, file);
    }
    known = files;
    return { id: await blobs.put(Buffer.from(toManifest(files))), leftOut, unreadable };
  }

  /** Saves a file unless it is unchanged. Resolves with `undefined` if it was removed meanwhile. */
  async function saveFile(
    path: string,
    stats: BigIntStats,
  ): Promise<KnownFile | "unreadable" | undefined> {
    const file = known.get(path);
    if (file !== undefined && isSame(file, stats)) return file;
    try {
      const content = await readFileContent(top, path);
      if (content === null) return undefined;
      const readAt = BigInt(Date.now()) * 1_000_000n;
      const isSettled = readAt - stats.ctimeNs > SETTLED_AFTER_NS;
      return { mode: content.mode, content: await blobs.put(content.bytes), stats, isSettled };
    } catch (error) {
      if (hasCode(error, "EACCES") || hasCode(error, "EPERM")) return "unreadable";
      throw error;
    }
  }

  async function readManifest({ id }: Snapshot): Promise<Map<string, SavedFile>> {
    const bytes = await blobs.get(id);
    if (bytes !== undefined) return parseManifest(Buffer.from(bytes).toString());
    throw createUnknownError();
  }

  return {
    take: () => run(takeSnapshot),
    async compare(from, to) {
      const [before, after] = await Promise.all([readManifest(from), readManifest(to)]);
      return selectCertain(compareManifests(before, after), from, to);
    },
    async read(snapshot, path): Promise<FileContent | null> {
      const file = (await readManifest(snapshot)).get(path);
      if (file === undefined) return null;
      const bytes = await blobs.get(file.content);
      if (bytes === undefined) throw createUnknownError();
      return { bytes, mode: file.mode };
    },
    prune: (keep) =>
      run(async () => {
        const manifests = await Promise.all(keep.map(readManifest));
        const files = [known, ...manifests].flatMap((manifest) => [...manifest.values()]);
        const ids = [...keep.map(({ id }) => id), ...files.map(({ content }) => content)];
        await blobs.prune(new Set(ids));
      }),
  };
}

/** Lists the files of a folder, sorted, and what is left out of a snapshot. */
function listTree(top: string, dir: string): { paths: string[]; leftOut: string[] } {
  const paths: string[] = [];
  const leftOut: string[] = [];
  const own = `${relative(top, resolve(dir)).split(sep).join("/")}/`;
  const visit = (folder: string, outerRules: IgnoreRules | undefined): void => {
    const listing = listIfPossible(top, folder, outerRules);
    if (listing === "repository") leftOut.push(folder);
    else
      for (const { path, isFolder } of listing.entries) {
        if (path === own || listing.rules.ignores(path)) leftOut.push(path);
        else if (isFolder) visit(path, listing.rules);
        else paths.push(path);
        if (paths.length > MAX_FILES) throw createTooLargeError(`has more than ${MAX_FILES} files`);
      }
  };
  visit("", undefined);
  return { paths: paths.toSorted(), leftOut: leftOut.toSorted() };
}

async function collectStats(
  top: string,
  paths: readonly string[],
): Promise<(readonly [path: string, stats: BigIntStats])[]> {
  const entries: (readonly [string, BigIntStats])[] = [];
  let bytes = 0;
  for (const path of paths) {
    const stats = await lstat(join(top, path), { bigint: true }).catch(() => undefined);
    if (stats === undefined) continue;
    entries.push([path, stats]);
    bytes += Number(stats.size);
    if (bytes > MAX_BYTES) throw createTooLargeError(`has more than ${MAX_BYTES / 1_000_000} MB`);
  }
  return entries;
}

function isSame({ stats, isSettled }: KnownFile, now: BigIntStats): boolean {
  return (
    isSettled &&
    stats.ino === now.ino &&
    stats.size === now.size &&
    stats.mtimeNs === now.mtimeNs &&
    stats.ctimeNs === now.ctimeNs
  );
}

function compareManifests(
  before: ReadonlyMap<string, SavedFile>,
  after: ReadonlyMap<string, SavedFile>,
): Difference[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return paths.flatMap((path) => {
    const [from, to] = [before.get(path), after.get(path)];
    if (from?.content === to?.content && from?.mode === to?.mode) return [];
    return [{ path, isInFrom: from !== undefined, isInTo: to !== undefined }];
  });
}

function toManifest(files: ReadonlyMap<string, SavedFile>): string {
  return JSON.stringify(Array.from(files, ([path, { mode, content }]) => [path, mode, content]));
}

function parseManifest(text: string): Map<string, SavedFile> {
  const files: unknown = JSON.parse(text);
  if (!Array.isArray(files) || !files.every(isEntry)) throw createUnknownError();
  return new Map(files.map(([path, mode, content]) => [path, { mode, content }]));
}

function isEntry(value: unknown): value is [path: string, mode: FileMode, content: ContentId] {
  if (!Array.isArray(value)) return false;
  const [path, mode, content]: unknown[] = value;
  return (
    typeof path === "string" &&
    (mode === "regular" || mode === "executable" || mode === "link") &&
    typeof content === "string"
  );
}

function createTooLargeError(problem: string): AcpSnapshotError {
  return new AcpSnapshotError("too_large", `The folder ${problem}, which is too much to copy.`);
}

function createUnknownError(): AcpSnapshotError {
  return new AcpSnapshotError(
    "unknown_snapshot",
    "The saved state of the folder does not exist anymore.",
  );
}
