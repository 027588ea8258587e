import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";

/** More than this is nothing to read along. */
const MOST_BYTES = 1_000_000;

/** The text of a file, or why there is none: agents name files that are gone, or elsewhere. */
export type WorkFile = { readonly text: string } | { readonly reason: string };

/**
 * Reads a file of the folder the agent works in. Links are followed first: one that leads out of
 * the folder leads nowhere.
 */
export async function readWorkFile(folder: string, path: string): Promise<WorkFile> {
  const [root, file] = await Promise.all([
    realpath(folder),
    realpath(resolve(folder, path)).catch(() => undefined),
  ]);
  // Outside, a file that is missing is refused as one that is there.
  if (!isInside(root, file ?? resolve(root, relative(folder, resolve(folder, path)))))
    return { reason: `"${path}" is outside of the folder the agent works in.` };
  if (file === undefined) return { reason: `There is no file "${path}".` };
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return { reason: `"${path}" is no file.` };
    if (stats.size > MOST_BYTES) return { reason: `"${path}" has ${stats.size} bytes: too many.` };
    const bytes = await handle.readFile();
    if (bytes.includes(0)) return { reason: `"${path}" is no text.` };
    return { text: bytes.toString("utf8") };
  } finally {
    await handle.close();
  }
}

function isInside(root: string, file: string): boolean {
  const way = relative(root, file);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
