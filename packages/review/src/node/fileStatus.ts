import { lstat } from "node:fs/promises";

/** Returns whether an error of the file system says that a file or a folder of its path does not exist. */
export function isNotFound(error: unknown): boolean {
  return hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR");
}

/** Returns whether an error of the file system or of starting a program has a code, such as `EACCES`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Resolves with whether there is a file, a folder or a link of that path. */
export function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
