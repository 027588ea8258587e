import type { FileContent, Snapshot, Snapshots } from "../files.js";

/** Snapshots of a folder. A failure is an answer: nobody knows the file or the difference. */
export interface SnapshotLog {
  /** Resolves with a snapshot of the folder, or with `undefined` if none can be taken. */
  take(): Promise<Snapshot | undefined>;
  /** Resolves with the paths that differ, or with none if that is not known. */
  compare(from: Snapshot | undefined, to: Snapshot | undefined): Promise<readonly string[]>;
  /** Resolves with a file of a snapshot, or with `undefined` if the snapshot does not know it. */
  read(snapshot: Snapshot, path: string): Promise<FileContent | null | undefined>;
  /** Reads files together, so that reads of the next files are fast. */
  prepare(snapshot: Snapshot, paths: readonly string[]): Promise<void>;
  /** Removes what only other snapshots need. */
  prune(keep: readonly Snapshot[]): Promise<void>;
}

export function createSnapshotLog(
  snapshots: Snapshots | "none",
  onChange: (areComplete: boolean) => void,
): SnapshotLog {
  if (snapshots === "none")
    return {
      take: async () => undefined,
      compare: async () => [],
      read: async () => undefined,
      prepare: async () => {},
      prune: async () => {},
    };
  let areComplete = true;
  let prepared = new Map<string, FileContent | null | undefined>();
  const keyOf = ({ id }: Snapshot, path: string): string => `${id} ${path}`;
  async function read(snapshot: Snapshot, path: string): Promise<FileContent | null | undefined> {
    if (snapshots === "none" || leftOutFor(snapshot, path) !== undefined) return undefined;
    if (snapshot.unreadable.includes(path)) return undefined;
    return snapshots.read(snapshot, path).catch(() => undefined);
  }
  const note = (isComplete: boolean): void => {
    if (areComplete === isComplete) return;
    areComplete = isComplete;
    onChange(isComplete);
  };
  return {
    async take() {
      const snapshot = await snapshots.take().catch(() => undefined);
      note(snapshot !== undefined);
      return snapshot;
    },
    async compare(from, to) {
      if (from === undefined || to === undefined) return [];
      return snapshots.compare(from, to).catch(() => []);
    },
    async read(snapshot, path) {
      const key = keyOf(snapshot, path);
      return prepared.has(key) ? prepared.get(key) : read(snapshot, path);
    },
    prune: (keep) => snapshots.prune(keep).catch(() => {}),
    async prepare(snapshot, paths) {
      const contents = await Promise.all(paths.map((path) => read(snapshot, path)));
      prepared = new Map(paths.map((path, index) => [keyOf(snapshot, path), contents[index]]));
    },
  };
}

/** The paths that snapshots have left out, by their list. There can be thousands, and thousands are looked up. */
const leftOutPaths = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Returns the path for which a snapshot has left a file out: the file, or a folder around it that is ignored or a
 * nested repository. That of a folder ends with `/`.
 */
export function leftOutFor(
  { leftOut }: Pick<Snapshot, "leftOut">,
  path: string,
): string | undefined {
  const known = leftOutPaths.get(leftOut) ?? new Set(leftOut);
  leftOutPaths.set(leftOut, known);
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    const folder = path.slice(0, at + 1);
    if (known.has(folder)) return folder;
  }
  return known.has(path) ? path : undefined;
}
