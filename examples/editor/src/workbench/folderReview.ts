import type { ReviewState, ReviewView } from "@acp-store/review";
import { useProvidedReview } from "@acp-store/review/react";
import type { ShownSession } from "@acp-store/ui/fleet";
import { useMemo, useSyncExternalStore } from "react";
import { relativeTo } from "./workbenchState.js";

/** A review, with the paths of the folder of a session. */
export interface FolderReview {
  readonly review: ReviewView;
  /** Returns the path in the review. */
  toReviewed(path: string): string;
  /** Returns the path in the folder. It is absolute if the file is outside of the folder. */
  fromReviewed(path: string): string;
}

/** Returns the review of the folder of a session, if there is one. */
export function useFolderReview({ cwd, reviewFolder }: ShownSession): FolderReview | undefined {
  const review = useProvidedReview()?.review;
  return useMemo(() => {
    if (review === undefined || reviewFolder === undefined) return undefined;
    const prefix = cwd === reviewFolder ? "" : `${relativeTo(reviewFolder, cwd)}/`;
    return {
      review,
      toReviewed: (path) => prefix + path,
      fromReviewed: (path) =>
        path.startsWith(prefix) ? path.slice(prefix.length) : `${reviewFolder}/${path}`,
    };
  }, [review, cwd, reviewFolder]);
}

const NO_FILES: ReviewState["files"] = new Map();
const subscribeToNothing = () => () => {};

/** Returns the files with changes to decide, by their paths in the folder. */
export function useChangedFiles(folderReview: FolderReview | undefined): ReviewState["files"] {
  const review = folderReview?.review;
  const files = useSyncExternalStore(
    review?.subscribe ?? subscribeToNothing,
    () => review?.getState().files ?? NO_FILES,
  );
  return useMemo(
    () =>
      new Map(
        Array.from(files, ([path, file]) => [folderReview?.fromReviewed(path) ?? path, file]),
      ),
    [files, folderReview],
  );
}
