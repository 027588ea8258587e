import { randomBytes } from "node:crypto";
import { lstat, readdir, rm } from "node:fs/promises";
import type { OpenFolder } from "./openContained.js";

const PATTERN = /^\.acp-[0-9a-f]{12}\.tmp$/;
/** The age in milliseconds from which a temporary file is taken for one that a crash left behind. */
const STALE_AFTER_MS = 60_000;

/** The folders without leftovers. A later leftover is of another process, whose successor removes it. */
const cleanFolders = new Set<string>();

/** Returns a new name for a temporary file. */
export function createTemporaryName(): string {
  return `.acp-${randomBytes(6).toString("hex")}.tmp`;
}

/**
 * Returns whether a file is a temporary file of `replaceFile`. It exists for a moment while a file is
 * replaced. If the process crashes then, a later write in that folder removes it.
 *
 * @example
 * ```ts
 * import { isTemporaryFile } from "@acp-store/client/node";
 *
 * console.log(isTemporaryFile("src/.acp-0123456789ab.tmp")); // true
 * ```
 */
export function isTemporaryFile(path: string): boolean {
  return PATTERN.test(path.slice(path.lastIndexOf("/") + 1));
}

/** Removes the temporary files that a crashed process left behind. Looks once in each folder. */
export async function removeStaleFiles(folder: OpenFolder, realPath: string): Promise<void> {
  if (cleanFolders.has(realPath)) return;
  cleanFolders.add(realPath);
  for (const name of await readdir(folder.resolve("."))) {
    if (!isTemporaryFile(name)) continue;
    const stats = await lstat(folder.resolve(name)).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs > STALE_AFTER_MS)
      await rm(folder.resolve(name), { force: true });
    // It may be in use now, and a leftover later.
    else cleanFolders.delete(realPath);
  }
}
