import type { FilesClient } from "@acp-store/server/client";
import { useEffect, useState } from "react";
import { getErrorMessage } from "../ui/texts.js";
import type { OpenDocuments } from "./openDocuments.js";

/** The files of a folder. */
export interface FolderPaths {
  /** The paths relative to the folder. `undefined` until they have arrived. */
  readonly paths?: readonly string[];
  /** Whether there are more files than listed. */
  readonly isCut?: boolean;
  /** The reason that the files could not be listed. */
  readonly error?: string;
}

/** Lists the files of a folder, and again when some come or go. */
export function useFolderPaths(
  files: Pick<FilesClient, "list">,
  folder: string,
  documents: OpenDocuments,
): FolderPaths {
  const [listed, setListed] = useState<FolderPaths>({});
  useEffect(() => {
    let known: ReadonlySet<string> | undefined;
    let stop = new AbortController();
    async function list(): Promise<void> {
      stop.abort();
      stop = new AbortController();
      const { signal } = stop;
      try {
        const result = await files.list(folder, { signal });
        if (signal.aborted) return;
        known = new Set(result.paths);
        setListed(result);
      } catch (error) {
        if (!signal.aborted) setListed((last) => ({ ...last, error: getErrorMessage(error) }));
      }
    }
    void list();
    const unfollow = documents.onDiskChange((paths) => {
      // A change of a listed file may be its deletion, which the disk reports in the same way.
      if (paths === undefined || paths.length > 0 || known === undefined) void list();
    });
    return () => {
      unfollow();
      stop.abort();
    };
  }, [files, folder, documents]);
  return listed;
}
