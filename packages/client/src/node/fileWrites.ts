import {
  type BigIntStats,
  constants,
  fchmodSync,
  ftruncateSync,
  linkSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, rm, symlink } from "node:fs/promises";
import type { ContainedPath } from "./containedPath.js";
import { type CurrentFile, isUnchanged } from "./currentFile.js";
import { type FileMode, applyFileMode } from "./fileContent.js";
import { getErrorCode } from "./fileError.js";
import { type OpenFolder, openFile } from "./openContained.js";
import { createTemporaryName } from "./temporaryFiles.js";

const { O_CREAT, O_EXCL, O_RDWR, O_WRONLY } = constants;
const DENIED = new Set(["EACCES", "EPERM", "EROFS"]);
const NO_HARD_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** The new content of a file. Without a mode, the file keeps its executable bit. */
export interface NewContent {
  readonly bytes: Uint8Array;
  readonly mode?: FileMode;
}

/** Where to write: the checked path, its opened folder, and the path of the file in that folder. */
export interface WriteTarget {
  readonly path: ContainedPath;
  readonly parent: OpenFolder;
  readonly file: string;
}

/** `unguarded`: replaced, but a write of another program at the same moment could be overwritten. */
export type WriteOutcome = "replaced" | "unguarded" | "changed";

/** Creates a file with its whole content, unless there is an entry of that name. */
export async function createFile(target: WriteTarget, content: NewContent): Promise<WriteOutcome> {
  try {
    if (content.mode === "link") await symlink(Buffer.from(content.bytes), target.file);
    else await createRegularFile(target, content);
    return "replaced";
  } catch (error) {
    if (getErrorCode(error) !== "EEXIST") throw error;
    return "changed";
  }
}

async function createRegularFile(target: WriteTarget, content: NewContent): Promise<void> {
  const { parent, file } = target;
  const permissions = applyFileMode(0o666, content.mode);
  const temporary = parent.resolve(createTemporaryName());
  try {
    await writeNewFile(target, temporary, content.bytes, permissions);
    await parent.verify();
    linkSync(temporary, file);
    // At once, because a file with several names is written in place.
    unlinkSync(temporary);
  } catch (error) {
    if (!NO_HARD_LINKS.has(getErrorCode(error) ?? "")) throw error;
    await writeNewFile(target, file, content.bytes, permissions);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Replaces or removes a file, unless it has changed since it was read. */
export async function writeCurrent(
  target: WriteTarget,
  current: CurrentFile,
  content: NewContent | null,
): Promise<WriteOutcome> {
  const { parent, file } = target;
  if (content === null) {
    await releaseOnWindows(current);
    await parent.verify();
    if (!isUnchanged(file, current)) return "changed";
    unlinkSync(file);
    return toReplaced();
  }
  const canWriteInPlace = content.mode !== "link" && current.handle !== undefined;
  if (canWriteInPlace && current.stats.nlink > 1n) return writeInPlace(target, current, content);
  const temporary = parent.resolve(createTemporaryName());
  try {
    if (content.mode === "link") await symlink(Buffer.from(content.bytes), temporary);
    else await writeSuccessor(target, temporary, content, current);
    await releaseOnWindows(current);
    await parent.verify();
    if (!isUnchanged(file, current)) return "changed";
    renameSync(temporary, file);
    return toReplaced();
  } catch (error) {
    if (!canWriteInPlace || !DENIED.has(getErrorCode(error) ?? "")) throw error;
    return await writeInPlace(target, current, content);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Windows does not replace a file that is open, so late writes cannot be found there. */
async function releaseOnWindows({ handle }: CurrentFile): Promise<void> {
  if (process.platform === "win32") await handle?.close();
}

function toReplaced(): WriteOutcome {
  return process.platform === "win32" ? "unguarded" : "replaced";
}

/** Writes a temporary file with the owner and the permissions of the file that it will replace. */
async function writeSuccessor(
  target: WriteTarget,
  temporary: string,
  { bytes, mode }: NewContent,
  { stats, handle }: CurrentFile,
): Promise<void> {
  if (handle === undefined)
    return writeNewFile(target, temporary, bytes, applyFileMode(0o666, mode));
  await writeNewFile(target, temporary, bytes, 0o600, async (successor) => {
    await copyOwner(successor, stats);
    await successor.chmod(applyFileMode(Number(stats.mode) & 0o7777, mode));
  });
}

async function copyOwner(successor: FileHandle, { uid, gid }: BigIntStats): Promise<void> {
  const created = await successor.stat({ bigint: true });
  if (created.uid !== uid || created.gid !== gid) await successor.chown(Number(uid), Number(gid));
}

async function writeNewFile(
  { path }: WriteTarget,
  file: string,
  bytes: Uint8Array,
  permissions: number,
  finish: (handle: FileHandle) => Promise<void> = async () => {},
): Promise<void> {
  const handle = await openFile(path, file, O_WRONLY | O_CREAT | O_EXCL, permissions);
  try {
    await finish(handle);
    await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
}

/**
 * Writes over the content of a file with several names, or in a folder that takes no new file. The
 * check and the write are synchronous, which leaves other programs only an instant between them.
 */
async function writeInPlace(
  { path, file }: WriteTarget,
  current: CurrentFile,
  { bytes, mode }: NewContent,
): Promise<WriteOutcome> {
  const handle = await openFile(path, file, O_RDWR);
  try {
    const { ino, dev } = await handle.stat({ bigint: true });
    const isSame = ino === current.stats.ino && dev === current.stats.dev;
    if (!isSame || !isUnchanged(file, current)) return "changed";
    // Writing before truncating: the file is never empty.
    writeFileSync(handle.fd, bytes);
    ftruncateSync(handle.fd, bytes.length);
    const permissions = Number(current.stats.mode) & 0o7777;
    const wanted = applyFileMode(permissions, mode);
    if (wanted !== permissions) fchmodSync(handle.fd, wanted);
    return "unguarded";
  } finally {
    await handle.close();
  }
}
