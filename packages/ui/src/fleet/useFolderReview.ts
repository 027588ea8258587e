import type { RemoteFleet } from "@acp-store/fleet/mirror";
import type { ReviewView } from "@acp-store/review";
import { useEffect, useState } from "react";
import { useFleetConnection } from "./ConnectionPage.js";

/** Returns the server's review of a folder, or of the nearest one around it. Its code is loaded when it is needed. */
export function useFolderReview(
  fleet: RemoteFleet,
  cwd: string | undefined,
): ReviewView | undefined {
  const { reviews } = useFleetConnection(fleet);
  const folder = cwd === undefined ? undefined : findFolder(reviews, cwd);
  const [review, setReview] = useState<ReviewView>();
  useEffect(() => {
    if (folder === undefined) return undefined;
    let isShown = true;
    let close = (): void => {};
    import("@acp-store/review/mirror").then(
      ({ connectReview }) => {
        if (!isShown) return;
        const remote = connectReview(() => fleet.openReviewChannel(folder));
        ({ close } = remote);
        setReview(remote);
      },
      // Without its code, the panel lists the changes that tool calls report.
      () => {},
    );
    return () => {
      isShown = false;
      close();
      setReview(undefined);
    };
  }, [fleet, folder]);
  return review;
}

function findFolder(folders: readonly string[], cwd: string): string | undefined {
  const isInside = (folder: string): boolean =>
    cwd === folder || cwd.startsWith(`${folder}/`) || cwd.startsWith(`${folder}\\`);
  return folders.filter(isInside).toSorted((a, b) => b.length - a.length)[0];
}
