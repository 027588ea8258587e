import { readFileContent, replaceFile } from "@acp-store/client/node";
import type { Files } from "../files.js";
import { watchFolder } from "./watchFolder.js";

/**
 * Returns access to the files of a folder on this machine. Files are replaced by compare-and-swap: a
 * write of another program is never overwritten unseen.
 *
 * The methods reject with an `AcpFileError` if a path is absolute, contains `..`, leads out of the
 * folder through a symbolic link, or names a special file such as a named pipe.
 *
 * @example
 * ```ts
 * import { nodeFiles } from "@acp-store/review/node";
 *
 * const files = nodeFiles("/home/me/app");
 * const content = await files.read("src/main.ts");
 * const stop = files.watch((paths) => console.log(paths, content?.mode));
 * stop();
 * ```
 */
export function nodeFiles(folder: string): Required<Omit<Files, "isUnsaved">> {
  const listeners = new Set<(path: string, bytes: Uint8Array) => void>();
  /** The rescued bytes that no listener has received yet. */
  const unheard: (readonly [path: string, bytes: Uint8Array])[] = [];

  async function reportRescued(
    path: string,
    rescued: Promise<Uint8Array | undefined>,
  ): Promise<void> {
    const bytes = await rescued;
    if (bytes === undefined) return;
    if (listeners.size === 0) unheard.push([path, bytes]);
    for (const listener of listeners) listener(path, bytes);
  }

  return {
    read: (path) => readFileContent(folder, path),
    async replace({ path, content, expected }) {
      const { replaced, rescued } = await replaceFile({ folder, path, content, expected });
      void reportRescued(path, rescued);
      return replaced;
    },
    onRescued(listener) {
      listeners.add(listener);
      for (const [path, bytes] of unheard.splice(0)) listener(path, bytes);
      return () => void listeners.delete(listener);
    },
    watch: (onChange) => watchFolder(folder, onChange),
  };
}
