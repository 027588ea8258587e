import { toContentId } from "@acp-store/client/node";
import type { Blobs, ContentId, FileContent, Files, Snapshots } from "@acp-store/review";

/** A folder in memory, so that a measurement includes no file system. */
export interface MemoryFolder {
  readonly files: Files;
  readonly snapshots: Snapshots;
  readonly blobs: Blobs;
  /** Returns the text of a file. */
  read(path: string): string;
  /**
   * Writes files as another program does. Returns a function that tells the watchers, so that a measurement
   * does not include the writes.
   */
  write(texts: ReadonlyMap<string, string>): () => void;
}

/** Creates a folder with files. */
export function createMemoryFolder(texts: ReadonlyMap<string, string>): MemoryFolder {
  const contents = new Map<string, FileContent>();
  const watchers = new Set<(paths: readonly string[]) => void>();
  const set = (path: string, text: string): void => {
    contents.set(path, { bytes: Buffer.from(text), mode: "regular" });
  };
  for (const [path, text] of texts) set(path, text);
  return {
    files: {
      read: async (path) => contents.get(path) ?? null,
      async replace({ path, content, expected }) {
        if (toContentId(contents.get(path)?.bytes ?? null) !== expected) return false;
        if (content === null) contents.delete(path);
        else contents.set(path, content);
        return true;
      },
      onRescued: () => () => {},
      watch(onChange) {
        watchers.add(onChange);
        return () => watchers.delete(onChange);
      },
    },
    snapshots: createMemorySnapshots(contents),
    blobs: createMemoryBlobs(),
    read: (path) => Buffer.from(contents.get(path)?.bytes ?? []).toString(),
    write(changed) {
      for (const [path, text] of changed) set(path, text);
      return () => {
        for (const tell of watchers) tell([...changed.keys()]);
      };
    },
  };
}

function createMemorySnapshots(contents: ReadonlyMap<string, FileContent>): Snapshots {
  const taken: ReadonlyMap<string, FileContent>[] = [];
  const filesOf = (id: string): ReadonlyMap<string, FileContent> => taken[Number(id)] ?? new Map();
  return {
    async take() {
      const id = String(taken.push(new Map(contents)) - 1);
      return { id, leftOut: [], unreadable: [] };
    },
    async compare(from, to) {
      const [before, after] = [filesOf(from.id), filesOf(to.id)];
      const paths = new Set([...before.keys(), ...after.keys()]);
      return [...paths].filter((path) => before.get(path) !== after.get(path));
    },
    read: async ({ id }, path) => filesOf(id).get(path) ?? null,
    async prune() {},
  };
}

function createMemoryBlobs(): Blobs {
  const blobs = new Map<ContentId, Uint8Array>();
  return {
    get: async (id) => blobs.get(id),
    async put(bytes) {
      const id = toContentId(bytes);
      blobs.set(id, bytes);
      return id;
    },
    async prune() {},
  };
}
