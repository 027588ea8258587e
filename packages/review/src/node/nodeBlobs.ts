import { randomBytes } from "node:crypto";
import { lstatSync, unlinkSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toContentId } from "@acp-store/client/node";
import type { Blobs, ContentId } from "../files.js";
import { isNotFound } from "./fileStatus.js";

const CONTENT_ID = /^[0-9a-f]{64}$/;
/** The name of a blob or of a temporary file, in the folder of its first two digits. */
const FILE_NAME = /^[0-9a-f]{62}(\.[0-9a-f]{12}\.tmp)?$/;
/** The age in milliseconds up to which a blob is kept: its id may not have been saved yet. */
const GRACE_MS = 3_600_000;

/**
 * Returns contents in a folder, one file each. A file that was damaged counts as missing. Several
 * processes can use the folder.
 *
 * @example
 * ```ts
 * import { nodeBlobs } from "@acp-store/review/node";
 *
 * const blobs = nodeBlobs("/home/me/.local/share/my-client/blobs");
 * const id = await blobs.put(new TextEncoder().encode("text"));
 * console.log(await blobs.get(id));
 * ```
 */
export function nodeBlobs(dir: string): Blobs {
  let prunes = 0;
  /** The ids that were saved while a prune runs. */
  const savedMeanwhile = new Set<ContentId>();
  const fileOf = (id: ContentId): string => join(dir, id.slice(0, 2), id.slice(2));

  async function get(id: ContentId): Promise<Uint8Array | undefined> {
    if (!CONTENT_ID.test(id)) return undefined;
    try {
      const bytes = await readFile(fileOf(id));
      return toContentId(bytes) === id ? bytes : undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Removes a blob or a temporary file if it is old. Synchronous, so that no `put` is in between. */
  function removeIfOld(file: string, id: ContentId): void {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined || Date.now() - stats.mtimeMs < GRACE_MS) return;
    if (!savedMeanwhile.has(id)) unlinkSync(file);
  }

  return {
    get,
    async put(bytes) {
      const id = toContentId(bytes);
      if (prunes > 0) savedMeanwhile.add(id);
      const file = fileOf(id);
      if ((await get(id)) !== undefined && (await touch(file))) return id;
      await mkdir(dirname(file), { recursive: true });
      const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
      try {
        await writeFile(temporary, bytes);
        await rename(temporary, file);
      } finally {
        await rm(temporary, { force: true });
      }
      return id;
    },
    async prune(keep) {
      prunes++;
      try {
        for (const prefix of await listNames(dir))
          for (const name of await listNames(join(dir, prefix))) {
            const id = prefix + name;
            if (prefix.length === 2 && FILE_NAME.test(name) && !keep.has(id))
              removeIfOld(join(dir, prefix, name), id);
          }
      } finally {
        if (--prunes === 0) savedMeanwhile.clear();
      }
    },
  };
}

/** Makes a blob young again. Resolves with `false` if it was removed meanwhile. */
async function touch(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(
    () => true,
    () => false,
  );
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
