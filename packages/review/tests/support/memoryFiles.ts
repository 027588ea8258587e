import { createHash } from "node:crypto";
import type { Blobs, FileContent, Files } from "../../src/files.js";

/** The end of the process, at a step of a test. */
export class Crash extends Error {
  override readonly name = "Crash";
}

export function contentIdOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? "absent" : createHash("sha256").update(bytes).digest("hex");
}

/** Files in memory, of a program that can be ended, and to which others write. */
export class MemoryFiles implements Files {
  readonly contents = new Map<string, FileContent>();
  /** Called once, before the next write compares. */
  beforeReplace: (() => void) | undefined;
  writes = 0;
  #crashes: "before" | "after" | undefined;
  #hasCrashed = false;

  /** Ends the process before or after its next write. `undefined`: starts it again. */
  crash(when: "before" | "after" | undefined): void {
    this.#crashes = when;
    this.#hasCrashed = false;
  }

  async read(path: string): Promise<FileContent | null> {
    if (this.#hasCrashed) throw new Crash();
    return this.contents.get(path) ?? null;
  }

  async replace({ path, content, expected }: Parameters<Files["replace"]>[0]): Promise<boolean> {
    const race = this.beforeReplace;
    this.beforeReplace = undefined;
    race?.();
    this.#crashIf("before");
    if (contentIdOf(this.contents.get(path)?.bytes) !== expected) return false;
    this.writes++;
    this.set(path, content);
    this.#crashIf("after");
    return true;
  }

  #crashIf(when: "before" | "after"): void {
    if (this.#crashes !== when) return;
    this.#hasCrashed = true;
    throw new Crash();
  }

  set(path: string, content: FileContent | null): void {
    if (content === null) this.contents.delete(path);
    else this.contents.set(path, content);
  }

  onRescued(): () => void {
    return () => {};
  }
}

/** Blobs in memory. */
export function memoryBlobs(): Blobs {
  const blobs = new Map<string, Uint8Array>();
  return {
    get: async (id) => blobs.get(id),
    async put(bytes) {
      const id = contentIdOf(bytes);
      blobs.set(id, bytes);
      return id;
    },
    async prune(keep) {
      for (const id of blobs.keys()) if (!keep.has(id)) blobs.delete(id);
    },
  };
}
