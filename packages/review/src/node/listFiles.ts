import { realpath } from "node:fs/promises";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { type IgnoreRules, listFolder, listIfPossible } from "./folderEntries.js";

const DEFAULT_LIMIT = 50_000;
/** The time in ms after which other work gets its turn. */
const MAX_BLOCK_MS = 10;

/** The files of a folder. */
export interface FolderFiles {
  /** The paths relative to the folder, with `/`, sorted. */
  readonly paths: readonly string[];
  /** Whether the folder has more files, or more folders, than the limit. Those of deep folders are missing then. */
  readonly isCut: boolean;
}

/** The options of {@link listFiles}. */
export interface ListFilesOptions {
  /** The number of files to list, and of folders to look at. Default: 50,000. */
  readonly limit?: number;
  /** Rejects with the reason of the signal when it is aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Lists the files of a folder and the symbolic links in it, without following these. Honors `.gitignore` files,
 * and leaves out git directories, nested repositories and folders that cannot be read.
 *
 * @throws The error of the file system if the folder itself cannot be read, such as `ENOENT`.
 *
 * @example
 * ```ts
 * import { listFiles } from "@acp-store/review/node";
 *
 * const { paths, isCut } = await listFiles("/home/me/app");
 * console.log(paths.length, isCut ? "or more" : "");
 * ```
 */
export async function listFiles(
  folder: string,
  { limit = DEFAULT_LIMIT, signal }: ListFilesOptions = {},
): Promise<FolderFiles> {
  const top = await realpath(folder);
  const paths: string[] = [];
  const folders: { readonly path: string; readonly outerRules?: IgnoreRules }[] = [{ path: "" }];
  const finish = (isCut: boolean): FolderFiles => ({ paths: paths.toSorted(), isCut });
  let resumedAt = performance.now();
  // Grows while it is read. Folders near the top come first.
  for (const { path, outerRules } of folders) {
    if (performance.now() - resumedAt > MAX_BLOCK_MS) {
      await yieldToOthers();
      resumedAt = performance.now();
    }
    signal?.throwIfAborted();
    const listing = path === "" ? listFolder(top, path) : listIfPossible(top, path, outerRules);
    if (listing === "repository") continue;
    const { rules, entries } = listing;
    for (const entry of entries) {
      if (rules.ignores(entry.path)) continue;
      if ((entry.isFolder ? folders : paths).length >= limit) return finish(true);
      if (entry.isFolder) folders.push({ path: entry.path, outerRules: rules });
      else paths.push(entry.path);
    }
  }
  return finish(false);
}
