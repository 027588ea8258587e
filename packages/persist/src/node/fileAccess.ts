import { readdir } from "node:fs/promises";

/** Resolves with the names in a folder, which may not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await whenFound(readdir(folder))) ?? [];
}

/** Resolves with `undefined` instead of rejecting when a file or folder does not exist. */
export async function whenFound<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Returns the code of an error of Node, such as `ENOENT`. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;
