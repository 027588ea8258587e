import type { ReviewedFile, ReviewView } from "@acp-store/review";
import { useProvidedReview } from "@acp-store/review/react";
import type { ShownSession } from "@acp-store/ui/fleet";
import { useMemo } from "react";
import { useStore } from "zustand";
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

const NO_FILES: ReadonlyMap<string, ReviewedFile> = new Map();
const subscribeToNothing = () => () => {};
const WITHOUT_REVIEW = {
  getState: () => ({ files: NO_FILES }),
  getInitialState: () => ({ files: NO_FILES }),
  subscribe: subscribeToNothing,
};

/** Returns the files with changes to decide, by their paths in the folder. */
export function useChangedFiles(
  folderReview: FolderReview | undefined,
): ReadonlyMap<string, ReviewedFile> {
  const source:
    | Pick<ReviewView, "getState" | "getInitialState" | "subscribe">
    | typeof WITHOUT_REVIEW = folderReview?.review ?? WITHOUT_REVIEW;
  const files = useStore(source, (state) => state.files);
  return useMemo(
    () =>
      new Map(
        Array.from(files, ([path, file]) => [folderReview?.fromReviewed(path) ?? path, file]),
      ),
    [files, folderReview],
  );
}
