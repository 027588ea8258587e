import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { AcpFileError, isNotFoundError } from "./fileError.js";

/** A path that was inside of its folders when it was resolved. */
export interface ContainedPath {
  /** The path as the caller named it. */
  readonly requested: string;
  /** The absolute path. Its folders are not symbolic links. */
  readonly real: string;
  /** Returns whether another path without symbolic links is inside of the folders. */
  contains(real: string): boolean;
}

/**
 * Resolves an absolute path. Follows all symbolic links. The file itself need not exist.
 *
 * @throws AcpFileError with the reason `outside_folder` or `broken_link`.
 */
export async function resolveContainedFile(
  folders: readonly string[],
  requested: string,
): Promise<ContainedPath> {
  const contains = await createContainment(folders);
  return check({ requested, real: await resolveRealPath(resolve(requested), requested), contains });
}

/**
 * Resolves a path relative to a folder. Follows symbolic links of its folders, but not one that the
 * path itself names.
 *
 * @throws AcpFileError with the reason `outside_folder` or `broken_link`.
 */
export async function resolveContainedEntry(
  folder: string,
  requested: string,
): Promise<ContainedPath> {
  const names = requested.split("/");
  if (isAbsolute(requested) || names.some((name) => ["", ".", ".."].includes(name)))
    throw createOutsideError(requested);
  const contains = await createContainment([folder]);
  const path = join(resolve(folder), ...names);
  const parent = await resolveRealPath(dirname(path), requested);
  return check({ requested, real: join(parent, basename(path)), contains });
}

async function createContainment(folders: readonly string[]): Promise<(real: string) => boolean> {
  const directories = await Promise.all(
    folders.map((folder) => resolveRealPath(resolve(folder), folder)),
  );
  return (real) => directories.some((directory) => isInsideDirectory(real, directory));
}

function check(path: ContainedPath): ContainedPath {
  if (path.contains(path.real)) return path;
  throw createOutsideError(path.requested);
}

async function resolveRealPath(path: string, requested: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    // Writing to a broken symbolic link would create a file at its target.
    if (await isSymbolicLink(path))
      throw new AcpFileError("broken_link", requested, "contains a broken symbolic link");
    const parent = dirname(path);
    if (parent === path) throw error;
    return join(await resolveRealPath(parent, requested), basename(path));
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

/** Returns the error for a path outside of its folders. */
export function createOutsideError(path: string): AcpFileError {
  return new AcpFileError("outside_folder", path, "is outside of the folder");
}

/** Returns the error for a path that names a folder or a special file. */
export function createNotAFileError(path: string): AcpFileError {
  return new AcpFileError("not_a_file", path, "is not a regular file");
}
