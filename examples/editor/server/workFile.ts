import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";

const MAX_FILE_BYTES = 1_000_000;

/** The text of a file, or the reason why it is not available. */
export type WorkFile = { readonly text: string } | { readonly reason: string };

/**
 * Reads a text file in the agent's working folder. Agents may name any path, so symbolic links are
 * resolved first and a file outside the folder is refused.
 */
export async function readWorkFile(folder: string, path: string): Promise<WorkFile> {
  const [root, file] = await Promise.all([
    realpath(folder),
    realpath(resolve(folder, path)).catch(() => undefined),
  ]);
  // Refuse a missing file outside the folder in the same way as an existing one.
  if (!isInside(root, file ?? resolve(root, relative(folder, resolve(folder, path)))))
    return { reason: `"${path}" is outside the agent's working folder.` };
  if (file === undefined) return { reason: `There is no file "${path}".` };
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return { reason: `"${path}" is not a file.` };
    if (stats.size > MAX_FILE_BYTES)
      return { reason: `"${path}" is too large to show (${stats.size} bytes).` };
    const bytes = await handle.readFile();
    if (bytes.includes(0)) return { reason: `"${path}" is not a text file.` };
    return { text: bytes.toString("utf8") };
  } finally {
    await handle.close();
  }
}

function isInside(root: string, file: string): boolean {
  const path = relative(root, file);
  return path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
