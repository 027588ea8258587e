import { isAbsolute } from "node:path";
import type { AcpStore } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import { type ContainedPath, resolveContainedFile } from "./containedPath.js";
import { isAcpFileError } from "./fileError.js";

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
): Promise<ContainedPath> {
  const session = store.getState().sessions.get(sessionId);
  if (session?.cwd === undefined || session.closed) throw RequestError.sessionNotFound(sessionId);
  if (!isAbsolute(requested)) throw createPathError(requested, "is not an absolute path");
  const folders = [session.cwd, ...(session.additionalDirectories ?? [])];
  return resolveContainedFile(folders, requested).catch((error: unknown) => {
    throw toRequestError(error);
  });
}

/** Returns the error to send to the agent for an error of reading or writing a file. */
export function toRequestError(error: unknown): unknown {
  if (!isAcpFileError(error)) return error;
  return error.reason === "outside_folder"
    ? createPathError(error.path, "is outside of the session's directories")
    : RequestError.invalidParams({ path: error.path }, error.message);
}

/** Returns an error that tells the agent what is wrong with its path. */
export function createPathError(path: string, problem: string): RequestError {
  return RequestError.invalidParams({ path }, `"${path}" ${problem}`);
}
