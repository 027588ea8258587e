import { type BigIntStats, constants, lstatSync } from "node:fs";
import { type FileHandle, lstat, readlink } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { type ContainedPath, createNotAFileError } from "./containedPath.js";
import { isNotFoundError } from "./fileError.js";
import { hashFile, toContentId } from "./fileContent.js";
import { openFile } from "./openContained.js";

/** The time in milliseconds in which a program that had opened a replaced file may still write to it. */
const LATE_WRITE_MS = 300;

/** A file or a symbolic link that was read in order to replace it. */
export interface CurrentFile {
  readonly contentId: string;
  /** The state before it was read. */
  readonly stats: BigIntStats;
  /** The opened file. A symbolic link has none: it cannot be written to. */
  readonly handle: FileHandle | undefined;
}

/**
 * Opens and reads a file. Resolves with `null` if there is none, and with `"folder"` for a folder.
 *
 * @throws AcpFileError if it is a special file.
 */
export async function readCurrentFile(
  path: ContainedPath,
  file: string,
): Promise<CurrentFile | "folder" | null> {
  try {
    const stats = await lstat(file, { bigint: true });
    if (stats.isDirectory()) return "folder";
    if (stats.isSymbolicLink()) {
      const target = await readlink(file, { encoding: "buffer" });
      return { contentId: toContentId(target), stats, handle: undefined };
    }
    // Opening a device can have an effect.
    if (!stats.isFile()) throw createNotAFileError(path.requested);
    return await readRegularFile(path, file);
  } catch (error) {
    if (isNotFoundError(error)) return null;
    throw error;
  }
}

async function readRegularFile(path: ContainedPath, file: string): Promise<CurrentFile> {
  const handle = await openFile(path, file, constants.O_RDONLY);
  try {
    const stats = await handle.stat({ bigint: true });
    return { contentId: await hashFile(handle), stats, handle };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Returns whether the path still names the file that was read, and nobody has written to it since.
 * It is synchronous, so that nothing else of this process runs before the next step.
 */
export function isUnchanged(file: string, { stats }: CurrentFile): boolean {
  const now = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return (
    now !== undefined &&
    now.ino === stats.ino &&
    now.dev === stats.dev &&
    now.size === stats.size &&
    now.mtimeNs === stats.mtimeNs &&
    now.ctimeNs === stats.ctimeNs
  );
}

/**
 * Looks once more at a file that was replaced or removed, and closes it. Resolves with its bytes if
 * a program that had it open has written to it. Never rejects.
 */
export async function findLateWrite(
  handle: FileHandle,
  contentId: string,
): Promise<Uint8Array | undefined> {
  await wait(LATE_WRITE_MS);
  try {
    if ((await hashFile(handle)) === contentId) return undefined;
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } catch {
    // A removed file of a network file system may be gone.
    return undefined;
  } finally {
    await handle.close().catch(() => {});
  }
}
