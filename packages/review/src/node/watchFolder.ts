import { type FSWatcher, type Stats, lstatSync, realpathSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { isTemporaryFile } from "@acp-store/client/node";
import { hasCode, isNotFound } from "./fileStatus.js";
import { type FolderListing, type IgnoreRules, listFolder } from "./folderEntries.js";

/** These systems watch all folders below one. Linux watches each folder by itself. */
const WATCHES_TREES = process.platform === "darwin" || process.platform === "win32";

interface WatchedFolder {
  readonly inode: number;
  readonly rules: IgnoreRules;
  readonly watcher: FSWatcher | undefined;
}

/**
 * Calls back with the paths that may have changed in a folder, once per turn of the event loop. Does
 * not watch ignored folders, git directories, nested repositories and folders that it may not read. Follows
 * changes of `.gitignore` files. A folder that was removed or moved away stands for everything that was in it. Looks
 * at all folders before it returns, so that no later change is missed. Returns a function that ends it.
 *
 * @throws The error of the system, such as `ENOSPC` if it cannot watch that many folders.
 */
export function watchFolder(
  folder: string,
  onChange: (paths: readonly string[]) => void,
): () => void {
  const top = realpathSync(folder);
  /** By path, with a `/` at the end. The top folder has the path `""`. */
  const folders = new Map<string, WatchedFolder>();
  const changed = new Set<string>();
  /** The folders whose `.gitignore` has changed. */
  const outdated = new Set<string>();
  let isStarted = false;
  let isStopped = false;

  function report(path: string): void {
    if (changed.size === 0) setImmediate(flush);
    changed.add(path);
  }

  function flush(): void {
    if (isStopped) return changed.clear();
    for (const path of outdated) if (!isInOutdated(path)) ifPossible(() => refreshRules(path));
    const paths = outdated.size === 0 ? [...changed] : [...changed].filter(isNotIgnored);
    outdated.clear();
    changed.clear();
    if (paths.length > 0) onChange(paths);
  }

  /** Returns whether a folder is in another one whose rules are read again, which reads its own, too. */
  function isInOutdated(path: string): boolean {
    if (path === "") return false;
    const parent = parentOf(path);
    return outdated.has(parent) || isInOutdated(parent);
  }

  function isNotIgnored(path: string): boolean {
    let folderPath = parentOf(path);
    while (folderPath !== "" && !folders.has(folderPath)) folderPath = parentOf(folderPath);
    return folders.get(folderPath)?.rules.ignores(path) !== true;
  }

  /** Watches a folder and all in it. With `isNew`, reports its files. */
  function addFolder(path: string, outerRules: IgnoreRules | undefined, isNew: boolean): void {
    const { ino: inode } = lstatSync(join(top, path));
    // Watching before listing: no entry is missed.
    const watcher = path === "" || !WATCHES_TREES ? startWatcher(path) : undefined;
    const listing = listOrClose(path, outerRules, watcher);
    if (listing === "repository") return watcher?.close();
    const { rules, entries } = listing;
    folders.set(path, { inode, rules, watcher });
    for (const entry of entries) {
      // Most entries are files, which need no look at the rules before they change.
      if ((!entry.isFolder && !isNew) || rules.ignores(entry.path)) continue;
      if (entry.isFolder) ifPossible(() => addFolder(entry.path, rules, isNew));
      else report(entry.path);
    }
  }

  function listOrClose(
    path: string,
    outerRules: IgnoreRules | undefined,
    watcher: FSWatcher | undefined,
  ): FolderListing {
    try {
      return listFolder(top, path, outerRules);
    } catch (error) {
      watcher?.close();
      throw error;
    }
  }

  /** Reads the rules of a folder again, and of all in it. Watches what they no longer ignore, and nothing else. */
  function refreshRules(path: string, outerRules = outerRulesOf(path)): void {
    const known = folders.get(path);
    if (known === undefined) return;
    const listing = listFolder(top, path, outerRules);
    if (listing === "repository") return removeFolder(path);
    const { rules, entries } = listing;
    folders.set(path, { ...known, rules });
    for (const entry of entries) {
      if (!entry.isFolder) continue;
      if (rules.ignores(entry.path)) removeFolder(entry.path);
      else if (folders.has(entry.path)) ifPossible(() => refreshRules(entry.path, rules));
      // The files of a folder that was ignored are old.
      else ifPossible(() => addFolder(entry.path, rules, !known.rules.ignores(entry.path)));
    }
  }

  function outerRulesOf(path: string): IgnoreRules | undefined {
    return path === "" ? undefined : folders.get(parentOf(path))?.rules;
  }

  function startWatcher(path: string): FSWatcher {
    const options = { persistent: false, recursive: WATCHES_TREES };
    const watcher = watch(join(top, path), options, (_event, name) => {
      if (isStopped) return;
      if (name === null) removeAndAdd(path);
      else examine(`${path}${WATCHES_TREES ? name.replaceAll("\\", "/") : name}`);
    });
    // The folder was removed, which its parent reports.
    watcher.on("error", () => watcher.close());
    return watcher;
  }

  function removeAndAdd(path: string): void {
    removeFolder(path);
    ifPossible(() => addFolder(path, outerRulesOf(path), true));
  }

  /** Decides what a change of a path means. */
  function examine(path: string): void {
    const parent = parentOf(path);
    const outer = folders.get(parent);
    // An ignored folder, or one that is not known yet.
    if (outer === undefined) return parent === "" ? undefined : examineUnknown(parent);
    const name = basename(path);
    if (name === ".git" || isTemporaryFile(name)) return;
    const stats = lstatSync(join(top, path), { throwIfNoEntry: false });
    if (stats?.isDirectory()) return examineFolder(`${path}/`, stats, outer);
    if (folders.has(`${path}/`)) removeFolder(`${path}/`);
    // A removed folder reports its own name, too. Its parent reports it.
    else if (stats === undefined && !doesExist(join(top, parent))) return;
    else if (name === ".gitignore") outdated.add(parent);
    else if (outer.rules.ignores(path)) return;
    report(path);
  }

  /** The system reports a change in a folder before, or instead of, the folder itself. */
  function examineUnknown(folderPath: string): void {
    const path = folderPath.slice(0, -1);
    if (doesExist(join(top, path))) examine(path);
  }

  function examineFolder(path: string, { ino }: Stats, outer: WatchedFolder): void {
    const known = folders.get(path);
    if (known?.inode === ino || outer.rules.ignores(path)) return;
    if (known !== undefined) {
      removeFolder(path);
      report(path.slice(0, -1));
    }
    ifPossible(() => addFolder(path, outer.rules, true));
  }

  function removeFolder(path: string): void {
    if (!folders.has(path)) return;
    for (const [each, { watcher }] of folders)
      if (each.startsWith(path)) {
        watcher?.close();
        folders.delete(each);
      }
  }

  function stop(): void {
    isStopped = true;
    removeFolder("");
  }

  /**
   * Other programs may remove a folder at any time, or make it unreadable. At the start, the caller has to know
   * that no more folders can be watched. Later, what is not watched is found at the end of the turn.
   */
  function ifPossible(step: () => void): void {
    try {
      step();
    } catch (error) {
      const isExpected = isNotFound(error) || hasCode(error, "EACCES") || hasCode(error, "EPERM");
      if (!isExpected && !(isStarted && isSystemError(error))) throw error;
    }
  }

  try {
    addFolder("", undefined, false);
    isStarted = true;
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

/** Returns the path of the folder of an entry, with a `/` at the end, or `""`. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
}

function doesExist(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
