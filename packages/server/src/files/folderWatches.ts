import { nodeFiles } from "@acp-store/review/node";
import { explainFileError } from "./explainFileError.js";

/** The time in which changes are collected, in ms. */
const BATCH_MS = 50;
/** The number of paths in one report. After more changes, the files are listed again. */
const MAX_PATHS = 1_000;

/** Gets the paths that may have changed. `null`: any of them. */
type ChangeListener = (paths: readonly string[] | null) => void;

interface FolderWatch {
  readonly listeners: Set<ChangeListener>;
  readonly stop: () => void;
}

/**
 * Returns a function that watches a folder, and returns a function that ends it. All listeners of a folder share
 * one watcher. It throws an error for the user if the folder cannot be watched.
 */
export function createFolderWatches(): (folder: string, listener: ChangeListener) => () => void {
  const watches = new Map<string, FolderWatch>();
  return (folder, listener) => {
    const watch = watches.get(folder) ?? startWatch(folder);
    watches.set(folder, watch);
    // Another object for each listener, so that a page can follow a folder twice.
    const added: ChangeListener = (paths) => listener(paths);
    watch.listeners.add(added);
    return () => {
      if (!watch.listeners.delete(added) || watch.listeners.size > 0) return;
      watches.delete(folder);
      watch.stop();
    };
  };
}

function startWatch(folder: string): FolderWatch {
  const listeners = new Set<ChangeListener>();
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function report(): void {
    timer = undefined;
    const paths = changed.size > MAX_PATHS ? null : [...changed];
    changed.clear();
    for (const listener of [...listeners]) listener(paths);
  }

  try {
    const stop = nodeFiles(folder).watch((paths) => {
      for (const path of paths) if (changed.size <= MAX_PATHS) changed.add(path);
      timer ??= setTimeout(report, BATCH_MS);
    });
    return {
      listeners,
      stop() {
        stop();
        clearTimeout(timer);
      },
    };
  } catch (error) {
    throw explainFileError(folder, error);
  }
}
