import { isAbsolute } from "node:path";
import type { PageRequest, PageRequests } from "@acp-store/fleet/mirror";
import { listFiles } from "@acp-store/review/node";
import type { RequestsContext } from "../agents/openFleet.js";
import { checkParams } from "../checkParams.js";
import {
  type FileList,
  fileParams,
  FILES_METHODS,
  type FileSave,
  type FileText,
  fileWriteParams,
  folderParams,
} from "../client/filesMessages.js";
import { explainFileError } from "./explainFileError.js";
import { createFolderWatches } from "./folderWatches.js";
import { isKnownFolder } from "./isKnownFolder.js";
import { readTextFile, writeTextFile } from "./textFiles.js";

/**
 * Lets pages that may manage agents list, read, save and follow the files of the folders that agents work in:
 * the folder of an agent, and those of the sessions that it has or lists, as far as the page sees them. A file
 * outside of them is out of reach, also behind a symbolic link. In a reviewed folder, the lines that a page saves
 * are the user's, even if an agent works. Use it as the option `requests` of `serveAgents` or of the plugin of
 * Vite. On a page, `createFilesClient` of `@acp-store/server/client` makes the requests.
 *
 * @example
 * ```ts
 * import { serveAgents } from "@acp-store/server";
 * import { fileRequests } from "@acp-store/server/files";
 *
 * await serveAgents({ agents: [], pageDir: "dist", requests: fileRequests() });
 * ```
 */
export function fileRequests(): (
  context: Pick<RequestsContext, "fleet" | "reviews">,
) => PageRequests {
  return ({ fleet, reviews }) => {
    const watchFolder = createFolderWatches();

    function requireFolder(folder: string, { sees }: PageRequest): string {
      // A relative folder would be one of the server.
      if (isAbsolute(folder) && isKnownFolder(fleet, folder, sees)) return folder;
      throw new Error(`No agent works in the folder "${folder}".`);
    }

    /** Writes a file, whose changes are then the user's in the reviews of the folders that it is in. */
    function writeAsUser(path: string, write: () => Promise<boolean>): Promise<boolean> {
      const save = [...reviews.values()].reduce(
        (inner, review) => () => review.userEdited(path, inner),
        write,
      );
      return save();
    }

    async function list(params: unknown, request: PageRequest): Promise<FileList> {
      const folder = requireFolder(checkParams(folderParams, params).folder, request);
      try {
        return await listFiles(folder, { signal: request.signal });
      } catch (error) {
        throw explainFileError(folder, error);
      }
    }

    async function read(params: unknown, request: PageRequest): Promise<FileText> {
      const { folder, path } = checkParams(fileParams, params);
      return readTextFile(requireFolder(folder, request), path);
    }

    async function write(params: unknown, request: PageRequest): Promise<FileSave> {
      const { folder, path, text, version } = checkParams(fileWriteParams, params);
      return writeTextFile(requireFolder(folder, request), path, text, version, writeAsUser);
    }

    function follow(params: unknown, request: PageRequest): Promise<void> {
      const { report, signal } = request;
      const folder = requireFolder(checkParams(folderParams, params).folder, request);
      return new Promise((resolve) => {
        const stop = watchFolder(folder, report);
        signal.addEventListener("abort", () => {
          stop();
          resolve();
        });
        // Nobody has followed earlier changes.
        report(null);
      });
    }

    return {
      [FILES_METHODS.list]: list,
      [FILES_METHODS.read]: read,
      [FILES_METHODS.write]: write,
      [FILES_METHODS.follow]: follow,
    };
  };
}
