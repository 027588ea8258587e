import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, readlink } from "node:fs/promises";
import { basename } from "node:path";
import { type ContainedPath, createNotAFileError, resolveContainedEntry } from "./containedPath.js";
import { AcpFileError, isNotFoundError } from "./fileError.js";
import { type OpenFolder, openFile, openParent } from "./openContained.js";

const EXECUTABLE_BITS = 0o111;
/** The number of bytes to hash at a time. */
const HASH_CHUNK_BYTES = 262_144;

/** The kind of a file. `executable` is a regular file that its owner may execute, `link` a symbolic link. */
export type FileMode = "regular" | "executable" | "link";

/** The content of a file. */
export interface FileContent {
  /** The bytes of the file, or of the target of a symbolic link. */
  readonly bytes: Uint8Array;
  /** The kind of the file. */
  readonly mode: FileMode;
}

/** The options of {@link readFileContent}. */
export interface ReadFileOptions {
  /** The size above which a file is not read, in bytes. Default: none. */
  readonly maxBytes?: number;
}

/**
 * Reads a file without following a symbolic link out of the folder. The path is relative to the
 * folder, with `/`. Resolves with `null` if there is no file, and for a folder.
 *
 * @throws AcpFileError if the path leaves the folder, names a special file such as a named pipe, or if the file
 *   is too large.
 *
 * @example
 * ```ts
 * import { readFileContent } from "@acp-store/client/node";
 *
 * const content = await readFileContent("/home/me/app", "src/main.ts");
 * console.log(content?.mode, content?.bytes.length);
 * ```
 */
export async function readFileContent(
  folder: string,
  path: string,
  { maxBytes = Infinity }: ReadFileOptions = {},
): Promise<FileContent | null> {
  const entry = await resolveContainedEntry(folder, path);
  const parent = await openParent(entry, { create: false }).catch(toNull);
  if (parent === null) return null;
  try {
    return await readContent(parent, entry, maxBytes);
  } catch (error) {
    return toNull(error);
  } finally {
    await parent.close();
  }
}

async function readContent(
  parent: OpenFolder,
  entry: ContainedPath,
  maxBytes: number,
): Promise<FileContent | null> {
  const file = parent.resolve(basename(entry.real));
  const stats = await lstat(file);
  if (stats.isDirectory()) return null;
  if (stats.isSymbolicLink())
    return { bytes: await readlink(file, { encoding: "buffer" }), mode: "link" };
  // Opening a device can have an effect.
  if (!stats.isFile()) throw createNotAFileError(entry.requested);
  const handle = await openFile(entry, file, constants.O_RDONLY);
  try {
    const { mode, size } = await handle.stat();
    if (size > maxBytes) {
      const problem = `has ${size} bytes, and the limit is ${maxBytes}`;
      throw new AcpFileError("too_large", entry.requested, problem);
    }
    return { bytes: await handle.readFile(), mode: toFileMode(mode) };
  } finally {
    await handle.close();
  }
}

function toNull(error: unknown): null {
  if (isNotFoundError(error)) return null;
  throw error;
}

/**
 * Returns the content id of bytes: their SHA-256 in hexadecimal, or `"absent"` for `null`, which
 * means that there is no file.
 *
 * @example
 * ```ts
 * import { toContentId } from "@acp-store/client/node";
 *
 * console.log(toContentId(null)); // "absent"
 * ```
 */
export function toContentId(bytes: Uint8Array | null): string {
  return bytes === null ? "absent" : createHash("sha256").update(bytes).digest("hex");
}

/** Resolves with the content id of an opened file, without having all of it in memory. */
export async function hashFile(handle: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(HASH_CHUNK_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(chunk, 0, HASH_CHUNK_BYTES, position);
    if (bytesRead === 0) return hash.digest("hex");
    hash.update(chunk.subarray(0, bytesRead));
    position += bytesRead;
  }
}

/** Returns the mode of a regular file with these permissions. */
function toFileMode(permissions: number): FileMode {
  return (permissions & 0o100) === 0 ? "regular" : "executable";
}

/** Returns permissions with the executable bits of a mode. All who may read the file may execute it. */
export function applyFileMode(permissions: number, mode: FileMode | undefined): number {
  if (mode === undefined || mode === "link" || toFileMode(permissions) === mode) return permissions;
  return mode === "regular"
    ? permissions & ~EXECUTABLE_BITS
    : permissions | ((permissions & 0o444) >> 2);
}
