import { useEffect, useState } from "react";
import { getErrorMessage } from "../ui/texts.js";
import type { OpenDocuments } from "./openDocuments.js";

/** The files of a folder. */
interface FolderPaths {
  /** The paths relative to the folder. `undefined` until they have arrived. */
  readonly paths?: readonly string[];
  /** Whether there are more files than listed. */
  readonly isCut?: boolean;
  /** The reason that the files could not be listed. */
  readonly error?: string;
}

/** Lists the files of a folder, and again after changes on disk, one list at a time. */
export function useFolderPaths(documents: OpenDocuments): FolderPaths {
  const [listed, setListed] = useState<FolderPaths>({});
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let isListing = false;
    let hasChanged = true;
    let shown: string | undefined;
    async function list(): Promise<void> {
      if (isListing) return;
      isListing = true;
      while (hasChanged && !signal.aborted) {
        hasChanged = false;
        const next: FolderPaths = await documents
          .list(signal)
          .catch((error: unknown) => ({ error: getErrorMessage(error) }));
        // Most changes on disk are those of texts, and need no other tree.
        const key = next.paths?.join("\n") ?? next.error;
        if (!signal.aborted && key !== shown) setListed((last) => ({ ...last, ...next }));
        shown = key;
      }
      isListing = false;
    }
    void list();
    const unfollow = documents.onDiskChange(() => {
      // The change of a known file may be its deletion.
      hasChanged = true;
      void list();
    });
    return () => {
      unfollow();
      stop.abort();
    };
  }, [documents]);
  return listed;
}
