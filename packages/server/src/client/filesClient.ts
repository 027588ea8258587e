import type { RemoteFleet, RequestOptions } from "@acp-store/fleet/mirror";
import {
  changedPaths,
  type FileList,
  fileList,
  type FileParams,
  FILES_METHODS,
  type FileSave,
  fileSave,
  type FileText,
  fileText,
  type FileWriteParams,
  type FolderParams,
} from "./filesMessages.js";
import { onEachConnection } from "./onEachConnection.js";

/** The options of a request about files. */
export type FileRequestOptions = Pick<RequestOptions, "signal">;

/**
 * The requests about the files of a folder: that of an agent or of one of its sessions. A path is relative to
 * the folder, with `/`, or an absolute one in it, as agents name files. All requests reject like
 * `RemoteFleet.request`, with a reason for the user.
 */
export interface FilesClient {
  /**
   * Resolves with the files, without those that a `.gitignore` ignores, `.git` and nested repositories. Lists up
   * to 50,000.
   */
  list(folder: string, options?: FileRequestOptions): Promise<FileList>;
  /** Resolves with the text of a file of up to 10 MB. Rejects if it is not UTF-8, or contains a NUL. */
  read(folder: string, path: string, options?: FileRequestOptions): Promise<FileText>;
  /**
   * Saves a file if it still has a version, or creates it with its folders if `version` is `undefined` and there
   * is none. Takes about 0.3 s, in which the server notices writes of programs that had the file open.
   */
  write(folder: string, path: string, text: string, version: string | undefined): Promise<FileSave>;
  /**
   * Calls back with paths that may have changed. A folder that was removed or moved away stands for everything
   * that was in it. `undefined` means that anything may have changed, so that the list is needed again: when the
   * server begins to follow the folder, which it does again after a lost connection, and after very many changes.
   * Never calls back if the server cannot watch the folder. Returns a function that ends it.
   */
  follow(folder: string, onChange: (paths: readonly string[] | undefined) => void): () => void;
}

/**
 * Returns the requests of a page about files, which the server answers with `fileRequests`. The page needs the
 * right to manage agents.
 *
 * @example
 * ```ts
 * const files = createFilesClient(fleet);
 * const { text, version } = await files.read("/home/me/app", "src/main.ts");
 * const outcome = await files.write("/home/me/app", "src/main.ts", `${text}\n`, version);
 * if (outcome.status === "changed") console.log("Another program has changed the file.");
 * ```
 */
export function createFilesClient(fleet: Pick<RemoteFleet, "connection" | "request">): FilesClient {
  return {
    async list(folder, options) {
      const params: FolderParams = { folder };
      return fileList.parse(await fleet.request(FILES_METHODS.list, params, options));
    },
    async read(folder, path, options) {
      const params: FileParams = { folder, path };
      return fileText.parse(await fleet.request(FILES_METHODS.read, params, options));
    },
    async write(folder, path, text, version) {
      const params: FileWriteParams = {
        ...{ folder, path, text },
        ...(version !== undefined && { version }),
      };
      return fileSave.parse(await fleet.request(FILES_METHODS.write, params));
    },
    follow(folder, onChange) {
      const following = new AbortController();
      const { signal } = following;
      const params: FolderParams = { folder };
      function onProgress(value: unknown): void {
        const { data } = changedPaths.safeParse(value);
        if (data !== undefined && !signal.aborted) onChange(data ?? undefined);
      }
      const stopWatching = onEachConnection(fleet, () => {
        // It ends with the connection, or if the folder cannot be watched.
        fleet.request(FILES_METHODS.follow, params, { signal, onProgress }).catch(() => {});
      });
      return () => {
        stopWatching();
        following.abort();
      };
    },
  };
}
