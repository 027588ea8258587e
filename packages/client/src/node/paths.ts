import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { AcpStore } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";

/**
 * Where a path of the agent really is, with all links followed, also if there is nothing yet.
 *
 * @throws RequestError if that is not inside of the session's directories.
 */
export async function insideSession(
  store: Pick<AcpStore, "getState">,
  sessionId: string,
  path: string,
): Promise<string> {
  const session = store.getState().sessions.get(sessionId);
  if (session?.cwd === undefined || session.closed) throw RequestError.sessionNotFound(sessionId);
  if (!isAbsolute(path)) throw refused(path, "is not absolute");
  const real = await realPathOf(resolve(path));
  for (const directory of [session.cwd, ...(session.additionalDirectories ?? [])])
    if (isInside(real, await realPathOf(resolve(directory)))) return real;
  throw refused(path, "is outside of the session's directories");
}

async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // Writing to a link that leads nowhere makes a file where it points to.
    if (await isLink(path)) throw refused(path, "is a link that leads nowhere");
    const parent = dirname(path);
    if (parent === path) throw error;
    return join(await realPathOf(parent), basename(path));
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function refused(path: string, why: string): RequestError {
  return RequestError.invalidParams({ path }, `"${path}" ${why}`);
}

/** Whether there is nothing at a path. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
