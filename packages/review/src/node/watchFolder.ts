import { type FSWatcher, type Stats, lstatSync, realpathSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { isTemporaryFile } from "@acp-store/client/node";
import { isNotFound } from "./fileStatus.js";
import { type IgnoreRules, listFolder } from "./folderEntries.js";

/** These systems watch all folders below one. Linux watches each folder by itself. */
const WATCHES_TREES = process.platform === "darwin" || process.platform === "win32";

interface WatchedFolder {
  readonly inode: number;
  readonly rules: IgnoreRules;
  readonly watcher: FSWatcher | undefined;
}

/**
 * Calls back with the paths that may have changed in a folder, once per turn of the event loop. Does
 * not watch ignored folders, git directories and nested repositories. A folder that was removed or moved
 * away stands for everything that was in it. Looks at all folders before it returns, so that no later
 * change is missed. Returns a function that ends it.
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
  let isStopped = false;

  function report(path: string): void {
    if (changed.size === 0)
      setImmediate(() => {
        const paths = [...changed];
        changed.clear();
        if (!isStopped) onChange(paths);
      });
    changed.add(path);
  }

  /** Watches a folder and all in it. With `isNew`, reports its files. */
  function addFolder(path: string, outerRules: IgnoreRules | undefined, isNew: boolean): void {
    const { ino: inode } = lstatSync(join(top, path));
    // Watching before listing: no entry is missed.
    const watcher = path === "" || !WATCHES_TREES ? startWatcher(path) : undefined;
    const listing = listFolder(top, path, outerRules);
    if (listing === "repository") return watcher?.close();
    const { rules, entries } = listing;
    folders.set(path, { inode, rules, watcher });
    for (const entry of entries) {
      // Most entries are files, which need no look at the rules before they change.
      if ((!entry.isFolder && !isNew) || rules.ignores(entry.path)) continue;
      if (entry.isFolder) ifExists(() => addFolder(entry.path, rules, isNew));
      else report(entry.path);
    }
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
    const outer = path === "" ? undefined : folders.get(parentOf(path))?.rules;
    removeFolder(path);
    ifExists(() => addFolder(path, outer, true));
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
    ifExists(() => addFolder(path, outer.rules, true));
  }

  function removeFolder(path: string): void {
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

  try {
    addFolder("", undefined, false);
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

/** Other programs may remove a folder at any time. */
function ifExists(step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
