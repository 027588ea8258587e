import { constants, existsSync } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { RequestError } from "@agentclientprotocol/sdk";
import {
  createOutsideError,
  createPathError,
  getErrorCode,
  isNotFoundError,
  type SessionPath,
} from "./sessionPaths.js";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
/** Opening a named pipe would otherwise block one of Node's few threads until somebody writes. */
const SAFE_FLAGS = O_NOFOLLOW | O_NONBLOCK;
/** The number of times to try to open a file that others create and remove meanwhile. */
const MAX_ATTEMPTS = 3;

/**
 * Opens an existing file for reading. A symbolic link may be replaced after the path was resolved,
 * so the opened file is checked too.
 *
 * @throws RequestError if the file does not exist, is not a regular file or is outside of the
 * session's directories.
 */
export async function openForReading(path: SessionPath): Promise<FileHandle> {
  try {
    return await openFile(path, path.real, O_RDONLY);
  } catch (error) {
    throw isNotFoundError(error) ? RequestError.resourceNotFound(path.requested) : error;
  }
}

/**
 * Opens a file for writing, and creates it with its parent folders if it is missing. An existing
 * file keeps its content until the caller truncates it.
 *
 * @throws RequestError if it is not a regular file or is outside of the session's directories.
 */
export async function openForWriting(path: SessionPath): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++)
    try {
      return await openFile(path, path.real, O_WRONLY).catch((error: unknown) => {
        if (!isNotFoundError(error)) throw error;
        return canResolveDescriptors() ? createInFolder(path) : createByPath(path);
      });
    } catch (error) {
      const isRetryable = isNotFoundError(error) || getErrorCode(error) === "EEXIST";
      if (!isRetryable || attempt === MAX_ATTEMPTS) throw error;
    }
}

/** Opens a regular file and checks that it is inside of the session's directories. */
async function openFile(path: SessionPath, file: string, flags: number): Promise<FileHandle> {
  return openChecked(path, file, flags, async (handle) => {
    if (!(await handle.stat()).isFile())
      throw createPathError(path.requested, "is not a regular file");
  });
}

async function openChecked(
  path: SessionPath,
  file: string,
  flags: number,
  check: (handle: FileHandle) => Promise<void> = async () => {},
): Promise<FileHandle> {
  const handle = await open(file, flags | SAFE_FLAGS).catch((error: unknown) => {
    throw explainOpenError(path, error);
  });
  try {
    if (!path.contains(await getRealPath(path, handle, file)))
      throw createOutsideError(path.requested);
    await check(handle);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function explainOpenError(path: SessionPath, error: unknown): unknown {
  switch (getErrorCode(error)) {
    // The path has become a symbolic link after it was resolved.
    case "ELOOP":
      return createOutsideError(path.requested);
    // A named pipe without a reader, a socket or a folder.
    case "ENXIO":
    case "EISDIR":
      return createPathError(path.requested, "is not a regular file");
    default:
      return error;
  }
}

/** Resolves with the path of an opened file, without symbolic links. */
async function getRealPath(path: SessionPath, handle: FileHandle, file: string): Promise<string> {
  if (canResolveDescriptors()) return readlink(descriptorPath(handle));
  // Without a way to ask for the path, check that the resolved path is still the opened file.
  const real = await realpath(file);
  const [opened, current] = await Promise.all([handle.stat(), lstat(real)]);
  if (opened.ino === current.ino && opened.dev === current.dev) return real;
  throw createPathError(path.requested, "was replaced while it was opened");
}

/**
 * Creates a file in its folder, which is opened first. Its path through the descriptor stays that
 * folder, even if symbolic links are replaced meanwhile.
 */
async function createInFolder(path: SessionPath): Promise<FileHandle> {
  const folder = await openFolder(path, dirname(path.real));
  try {
    const file = join(descriptorPath(folder), basename(path.real));
    return await openFile(path, file, O_WRONLY | O_CREAT | O_EXCL);
  } finally {
    await folder.close();
  }
}

/** Opens a folder, and creates it with its parent folders if it is missing. */
async function openFolder(path: SessionPath, folder: string): Promise<FileHandle> {
  try {
    return await openChecked(path, folder, O_RDONLY | O_DIRECTORY);
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
  }
  const parent = await openFolder(path, dirname(folder));
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

/**
 * Creates a file by its path. A folder that is replaced with a symbolic link at that moment can get
 * an empty file, but no content, because `openFile` checks the created file.
 */
async function createByPath(path: SessionPath): Promise<FileHandle> {
  await mkdir(dirname(path.real), { recursive: true });
  return openFile(path, path.real, O_WRONLY | O_CREAT | O_EXCL);
}

/** Returns whether the system has a path for each descriptor, which Linux does. */
function canResolveDescriptors(): boolean {
  return process.platform === "linux" && existsSync("/proc/self/fd");
}

function descriptorPath({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}
