import type { FilesClient } from "@acp-store/server/client";

/** Files in memory, with the versions and the answers of the server. */
export interface MemoryFiles extends Pick<FilesClient, "follow" | "list" | "read" | "write"> {
  /** Writes a file like another program, or deletes it. */
  set(path: string, text: string | undefined): void;
  get(path: string): string | undefined;
  /** Rejects all requests from now on, as without a connection. */
  disconnect(): void;
}

/** Creates files in memory. Versions are the texts themselves. */
export function createMemoryFiles(initial: Readonly<Record<string, string>>): MemoryFiles {
  const texts = new Map(Object.entries(initial));
  const listeners = new Set<(paths: readonly string[] | undefined) => void>();
  let isConnected = true;
  const report = (path: string): void => listeners.forEach((listener) => listener([path]));
  async function connected(): Promise<void> {
    if (!isConnected) throw new Error("The server cannot be reached.");
  }
  return {
    async list() {
      await connected();
      return { paths: [...texts.keys()].toSorted(), isCut: false };
    },
    async read(_folder, path) {
      await connected();
      const text = texts.get(path);
      if (text === undefined) throw new Error(`There is no file "${path}".`);
      return { text, version: text };
    },
    async write(_folder, path, text, version) {
      await connected();
      const current = texts.get(path);
      if (current !== version)
        return { status: "changed", ...(current !== undefined && { version: current }) };
      texts.set(path, text);
      report(path);
      return { status: "saved", version: text };
    },
    follow(_folder, onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    set(path, text) {
      if (text === undefined) texts.delete(path);
      else texts.set(path, text);
      report(path);
    },
    get: (path) => texts.get(path),
    disconnect: () => void (isConnected = false),
  };
}
