import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { AcpStore } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";

/** A path from the agent that was inside of the session's directories when it was resolved. */
export interface SessionPath {
  /** The path as the agent sent it. */
  readonly requested: string;
  /** The path without symbolic links. */
  readonly real: string;
  /** Returns whether another path without symbolic links is inside of the session's directories. */
  contains(real: string): boolean;
}

/**
 * Resolves a path from the agent. Follows all symbolic links. The file itself need not exist.
 *
 * @throws RequestError if the session is unknown or closed, or if the path is not absolute or is
 * outside of the session's directories.
 */
export async function resolveSessionPath(
  store: Pick<AcpStore, "getState">,
  sessionId: string,
  requested: string,
): Promise<SessionPath> {
  const session = store.getState().sessions.get(sessionId);
  if (session?.cwd === undefined || session.closed) throw RequestError.sessionNotFound(sessionId);
  if (!isAbsolute(requested)) throw createPathError(requested, "is not an absolute path");
  const folders = [session.cwd, ...(session.additionalDirectories ?? [])];
  const directories = await Promise.all(folders.map((folder) => resolveRealPath(resolve(folder))));
  const contains = (real: string): boolean =>
    directories.some((directory) => isInsideDirectory(real, directory));
  const real = await resolveRealPath(resolve(requested));
  if (!contains(real)) throw createOutsideError(requested);
  return { requested, real, contains };
}

async function resolveRealPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    // Writing to a broken symbolic link would create a file at its target.
    if (await isSymbolicLink(path)) throw createPathError(path, "is a broken symbolic link");
    const parent = dirname(path);
    if (parent === path) throw error;
    return join(await resolveRealPath(parent), basename(path));
  }
}

async function isSymbolicLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

function isInsideDirectory(path: string, directory: string): boolean {
  const fromDirectory = relative(directory, path);
  if (fromDirectory === "") return true;
  const isParent = fromDirectory === ".." || fromDirectory.startsWith(`..${sep}`);
  // On Windows, the relative path to another drive is absolute.
  return !isParent && !isAbsolute(fromDirectory);
}

/** Returns the error for a path outside of the session's directories. */
export function createOutsideError(path: string): RequestError {
  return createPathError(path, "is outside of the session's directories");
}

/** Returns an error that tells the agent what is wrong with its path. */
export function createPathError(path: string, problem: string): RequestError {
  return RequestError.invalidParams({ path }, `"${path}" ${problem}`);
}

/** Returns whether an error of the file system says that the file does not exist. */
export function isNotFoundError(error: unknown): boolean {
  return getErrorCode(error) === "ENOENT";
}

/** Returns the code of an error of the file system, such as `ENOENT`. */
export function getErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
