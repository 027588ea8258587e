import type { ReviewedFile, ReviewTexts } from "@acp-store/review";
import { useReview } from "@acp-store/review/react";
import { useEffect, useState } from "react";
import { getErrorMessage } from "../format/errors.js";

/** A file with the texts of the same revision. */
export interface FileTexts {
  readonly file: ReviewedFile;
  readonly texts: ReviewTexts;
}

interface LoadedTexts {
  /** The newest texts that were loaded, which may be those of an earlier revision. */
  readonly loaded: FileTexts | undefined;
  readonly error: string | undefined;
}

/** Loads the texts of a file whenever it changes. */
export function useReviewTexts(file: ReviewedFile): LoadedTexts {
  const review = useReview();
  const [loaded, setLoaded] = useState<FileTexts>();
  const [error, setError] = useState<string>();
  const { path, revision } = file;
  useEffect(() => {
    let isCurrent = true;
    review.texts(path).then(
      (texts) => {
        const now = review.getState().files.get(path);
        if (!isCurrent || now === undefined || now.revision !== texts.revision) return;
        setLoaded({ file: now, texts });
        setError(undefined);
      },
      (reason: unknown) => {
        // A file that was decided meanwhile has no texts any longer.
        if (isCurrent && review.getState().files.has(path)) setError(getErrorMessage(reason));
      },
    );
    return () => void (isCurrent = false);
  }, [review, path, revision]);
  return { loaded, error };
}
