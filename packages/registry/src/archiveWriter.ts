import { createWriteStream } from "node:fs";
import { mkdir, realpath, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ArchiveEntry, createEntryCheck, unsafe } from "./archiveRules.js";

/** Writes the entries of an archive into a folder, one after the other. */
export interface ArchiveWriter {
  /**
   * Writes an entry. Links are only collected.
   *
   * @throws AcpRegistryError if the rules of archives reject the entry.
   */
  add(
    entry: ArchiveEntry,
    open: () => Readable | Promise<Readable>,
    signal?: AbortSignal,
  ): Promise<void>;
  /**
   * Creates the collected links. While files were written there was no link that they could have
   * been written through.
   */
  finish(): Promise<void>;
}

/** Creates a writer for an empty folder. Its files take at most `maxBytes` bytes. */
export async function createArchiveWriter(
  folder: string,
  maxBytes: number,
): Promise<ArchiveWriter> {
  const root = await realpath(folder);
  const check = createEntryCheck(maxBytes);
  const links: { readonly path: string; readonly target: string }[] = [];
  return {
    async add(entry, open, signal) {
      const rejected = check(entry);
      if (rejected !== undefined) throw rejected;
      const { type, mode, target = "" } = entry;
      // Zip files from Windows may have backslashes.
      const path = join(root, entry.path.replaceAll("\\", "/"));
      await mkdir(type === "folder" ? path : dirname(path), { recursive: true });
      if (type === "link") links.push({ path, target });
      if (type !== "file") return;
      // Without the bits that let a program run as another user.
      const file = createWriteStream(path, { mode: (mode & 0o777) | 0o600 });
      await pipeline(await open(), file, { signal });
    },
    async finish() {
      for (const { path, target } of links) {
        // Another link may have replaced the folder of this one, so that ".." means something else.
        if ((await realpath(dirname(path))) !== dirname(path))
          throw unsafe(`the link "${path.slice(root.length + 1)}" is behind another link`);
        await symlink(target, path);
      }
    },
  };
}
