import type { FleetView } from "@acp-store/fleet";
import type { RemoteFleet } from "@acp-store/fleet/mirror";
import type { ReviewView } from "@acp-store/review";
import type { RemoteReview } from "@acp-store/review/mirror";
import { whenIdle } from "../controls/whenIdle.js";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";

/** The reviews of a server that were shown. They stay connected, so that the next session shows them at once. */
const shownReviews = new WeakMap<RemoteFleet, Map<string, RemoteReview>>();

/** The review of a folder. A fleet of this process has none. */
interface FolderReview {
  /** The folder. */
  readonly folder: string | undefined;
  /** The review, when its code is loaded. */
  readonly review: ReviewView | undefined;
}

/**
 * Returns the server's review of a folder, or of the nearest one around it. Its code is loaded when it is
 * needed.
 */
export function useFolderReview(fleet: FleetView, cwd: string | undefined): FolderReview {
  const remote = isRemote(fleet) ? fleet : undefined;
  const getFolder = useCallback(() => {
    const folders = remote?.connection.getState().reviews ?? [];
    return cwd === undefined ? undefined : findFolder(folders, cwd);
  }, [remote, cwd]);
  const subscribe = remote?.connection.subscribe ?? subscribeToNothing;
  const folder = useSyncExternalStore(subscribe, getFolder, getFolder);
  const known = remote && folder !== undefined ? shownReviews.get(remote)?.get(folder) : undefined;
  const [, setLoads] = useState(0);
  useEffect(() => {
    if (remote === undefined || folder === undefined || known !== undefined) return undefined;
    let isShown = true;
    // The page is usable without a review, so its code comes after everything else.
    const cancel = whenIdle(() =>
      openReview(remote, folder).then(
        () => {
          if (isShown) setLoads((loads) => loads + 1);
        },
        // Without its code, the panel lists the changes that tool calls report.
        () => {},
      ),
    );
    return () => {
      isShown = false;
      cancel();
    };
  }, [remote, folder, known]);
  return { folder, review: known };
}

async function openReview(fleet: RemoteFleet, folder: string): Promise<void> {
  const { connectReview } = await import("@acp-store/review/mirror");
  const reviews = shownReviews.get(fleet) ?? new Map<string, RemoteReview>();
  shownReviews.set(fleet, reviews);
  // Two panels may have loaded the code at the same time.
  if (reviews.has(folder)) return;
  const review = connectReview(() => fleet.openReviewChannel(folder));
  reviews.set(folder, review);
  const stop = fleet.connection.subscribe(({ status }) => {
    if (status !== "closed") return;
    review.close();
    stop();
  });
}

function isRemote(fleet: FleetView): fleet is RemoteFleet {
  return "openReviewChannel" in fleet;
}

function findFolder(folders: readonly string[], cwd: string): string | undefined {
  const isInside = (folder: string): boolean =>
    cwd === folder || cwd.startsWith(`${folder}/`) || cwd.startsWith(`${folder}\\`);
  return folders.filter(isInside).toSorted((a, b) => b.length - a.length)[0];
}

const subscribeToNothing = (): (() => void) => () => {};
