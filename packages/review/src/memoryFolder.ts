import type { Blobs, FileContent, Files, Snapshots } from "./files.js";

/** A folder in memory: what a review needs of its surroundings, and access for everybody else. */
export interface MemoryFolder {
  readonly files: Files;
  readonly blobs: Blobs;
  readonly snapshots: Snapshots;
  /** Writes a text, like another program. */
  write(path: string, text: string): void;
  /** Returns a text, or `undefined` if there is no file. */
  text(path: string): string | undefined;
}

/**
 * Returns a folder with files in memory, for tests and for pages without a file system. Nothing is ever removed from
 * it to save memory.
 *
 * @example
 * ```ts
 * import { memoryStorage } from "@acp-store/persist";
 * import { createReview, memoryFolder } from "@acp-store/review";
 *
 * const { files, blobs, snapshots } = memoryFolder({ "a.ts": "let a = 1;\n" });
 * const storage = memoryStorage();
 * const review = await createReview({ folders: ["/work"], files, blobs, snapshots, storage });
 * ```
 */
export function memoryFolder(texts: Readonly<Record<string, string>>): MemoryFolder {
  const contents = new Map<string, FileContent>();
  const blobs = new Map<string, Uint8Array>();
  const snapshots: ReadonlyMap<string, FileContent>[] = [];
  const snapshotOf = ({ id }: { readonly id: string }): ReadonlyMap<string, FileContent> =>
    snapshots[Number(id)] ?? new Map<string, FileContent>();
  const write = (path: string, text: string): void =>
    void contents.set(path, { bytes: new TextEncoder().encode(text), mode: "regular" });
  for (const [path, text] of Object.entries(texts)) write(path, text);
  return {
    write,
    text(path) {
      const content = contents.get(path);
      return content && new TextDecoder().decode(content.bytes);
    },
    files: {
      read: async (path) => contents.get(path) ?? null,
      async replace({ path, content, expected }) {
        if ((await contentIdOf(contents.get(path)?.bytes)) !== expected) return false;
        if (content === null) contents.delete(path);
        else contents.set(path, content);
        return true;
      },
      onRescued: () => () => {},
    },
    snapshots: {
      async take() {
        const id = String(snapshots.length);
        snapshots.push(new Map(contents));
        return { id, leftOut: [], unreadable: [] };
      },
      async compare(from, to) {
        const [before, after] = [snapshotOf(from), snapshotOf(to)];
        const paths = new Set([...before.keys(), ...after.keys()]);
        return [...paths].filter((path) => before.get(path) !== after.get(path));
      },
      read: async (snapshot, path) => snapshotOf(snapshot).get(path) ?? null,
      async prune() {},
    },
    blobs: {
      get: async (id) => blobs.get(id),
      async put(bytes) {
        const id = await contentIdOf(bytes);
        blobs.set(id, bytes);
        return id;
      },
      async prune() {},
    },
  };
}

async function contentIdOf(bytes: Uint8Array | undefined): Promise<string> {
  if (bytes === undefined) return "absent";
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
