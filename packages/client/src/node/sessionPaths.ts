import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { AcpStore } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";

/**
 * Resolves with the real path for a path from the agent. Follows all symbolic links. The file
 * itself need not exist.
 *
 * @throws RequestError if the session is unknown or closed, or if the path is not absolute or is
 * outside of the session's directories.
 */
export async function resolveSessionPath(
  store: Pick<AcpStore, "getState">,
  sessionId: string,
  path: string,
): Promise<string> {
  const session = store.getState().sessions.get(sessionId);
  if (session?.cwd === undefined || session.closed) throw RequestError.sessionNotFound(sessionId);
  if (!isAbsolute(path)) throw createPathError(path, "is not an absolute path");
  const real = await resolveRealPath(resolve(path));
  for (const directory of [session.cwd, ...(session.additionalDirectories ?? [])])
    if (isInsideDirectory(real, await resolveRealPath(resolve(directory)))) return real;
  throw createPathError(path, "is outside of the session's directories");
}

async function resolveRealPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    // Writing to a broken link would create a file at its target.
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

function createPathError(path: string, problem: string): RequestError {
  return RequestError.invalidParams({ path }, `"${path}" ${problem}`);
}

/** Returns whether an error of the file system says that the file does not exist. */
export function isNotFoundError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
