import { constants, existsSync } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type ContainedPath, createNotAFileError, createOutsideError } from "./containedPath.js";
import { AcpFileError, getErrorCode } from "./fileError.js";

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
/** Opening a named pipe would otherwise block one of Node's few threads until somebody writes. */
const SAFE_FLAGS = O_NOFOLLOW | O_NONBLOCK;

/** The folder of a file. It stays the same folder even if symbolic links are replaced meanwhile. */
export interface OpenFolder {
  /** Returns the path of an entry. */
  resolve(name: string): string;
  /**
   * Checks that the folder has not been replaced, where the system has no paths that are safe from it.
   *
   * @throws AcpFileError with the reason `replaced`.
   */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a regular file, or creates one with these permissions. A symbolic link may be replaced after the path was resolved, so the opened
 * file is checked too.
 *
 * @throws AcpFileError if it is not a regular file or is outside of the folders.
 * @throws The error of the file system, such as `ENOENT`.
 */
export async function openFile(
  path: ContainedPath,
  file: string,
  flags: number,
  permissions?: number,
): Promise<FileHandle> {
  const handle = await openChecked(path, file, flags, permissions);
  const stats = await handle.stat();
  if (stats.isFile()) return handle;
  await handle.close();
  throw createNotAFileError(path.requested);
}

/**
 * Opens the folder of a file.
 *
 * @throws AcpFileError if it is outside of the folders.
 * @throws The error of the file system, such as `ENOENT`.
 */
export async function openParent(
  path: ContainedPath,
  options: { readonly create: boolean },
): Promise<OpenFolder> {
  const folder = dirname(path.real);
  if (!canResolveDescriptors()) return openByPath(path, folder, options.create);
  const handle = await openFolder(path, folder, options.create);
  return {
    resolve: (name) => join(descriptorPath(handle), name),
    verify: async () => {},
    close: () => handle.close(),
  };
}

async function openByPath(
  path: ContainedPath,
  folder: string,
  create: boolean,
): Promise<OpenFolder> {
  if (create) await mkdir(folder, { recursive: true });
  const opened = await lstat(folder);
  const verify = async (): Promise<void> => {
    const [real, current] = await Promise.all([realpath(folder), lstat(folder)]);
    if (!path.contains(real)) throw createOutsideError(path.requested);
    if (opened.ino !== current.ino || opened.dev !== current.dev)
      throw createReplacedError(path.requested);
  };
  await verify();
  return { resolve: (name) => join(folder, name), verify, close: async () => {} };
}

/** Opens a folder. With `create`, creates it with its parent folders if it is missing. */
async function openFolder(
  path: ContainedPath,
  folder: string,
  create: boolean,
): Promise<FileHandle> {
  try {
    return await openChecked(path, folder, O_RDONLY | O_DIRECTORY);
  } catch (error) {
    if (!create || getErrorCode(error) !== "ENOENT") throw error;
  }
  const parent = await openFolder(path, dirname(folder), create);
  try {
    const created = join(descriptorPath(parent), basename(folder));
    await mkdir(created).catch((error: unknown) => {
      if (getErrorCode(error) !== "EEXIST") throw error;
    });
    return await openChecked(path, created, O_RDONLY | O_DIRECTORY);
  } finally {
    await parent.close();
  }
}

async function openChecked(
  path: ContainedPath,
  file: string,
  flags: number,
  permissions?: number,
): Promise<FileHandle> {
  const handle = await open(file, flags | SAFE_FLAGS, permissions).catch((error: unknown) => {
    throw explainOpenError(path, error);
  });
  try {
    if (path.contains(await getRealPath(path, handle, file))) return handle;
    throw createOutsideError(path.requested);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function explainOpenError(path: ContainedPath, error: unknown): unknown {
  switch (getErrorCode(error)) {
    // The path has become a symbolic link after it was resolved.
    case "ELOOP":
      return createOutsideError(path.requested);
    // A named pipe without a reader, a socket or a folder.
    case "ENXIO":
    case "EISDIR":
      return createNotAFileError(path.requested);
    default:
      return error;
  }
}

/** Resolves with the path of an opened file, without symbolic links. */
async function getRealPath(path: ContainedPath, handle: FileHandle, file: string): Promise<string> {
  if (canResolveDescriptors()) return readlink(descriptorPath(handle));
  // Without a way to ask for the path, check that the resolved path is still the opened file.
  const real = await realpath(file);
  const [opened, current] = await Promise.all([handle.stat(), lstat(real)]);
  if (opened.ino === current.ino && opened.dev === current.dev) return real;
  throw createReplacedError(path.requested);
}

function createReplacedError(path: string): AcpFileError {
  return new AcpFileError("replaced", path, "was replaced while it was opened");
}

/** Returns whether the system has a path for each descriptor, which Linux does. */
function canResolveDescriptors(): boolean {
  return process.platform === "linux" && existsSync("/proc/self/fd");
}

function descriptorPath({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}
