import type { ShownSession } from "@acp-store/ui/fleet";
import type { ReactElement } from "react";
import { useChangedFiles, useFolderReview } from "./folderReview.js";
import type { Workbench } from "./workbenchState.js";
import "./review.css";

interface ReviewViewProps {
  readonly session: ShownSession;
  readonly workbench: Workbench;
}

/** The files with changes to decide, for narrow pages. Each opens at its first change. */
export function ReviewView({ session, workbench }: ReviewViewProps): ReactElement {
  const folderReview = useFolderReview(session);
  const changed = [...useChangedFiles(folderReview)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (folderReview === undefined)
    return <p className="review-note">The server does not review this folder.</p>;
  if (changed.length === 0)
    return (
      <p className="review-note">There is nothing to review. Changes of the agent appear here.</p>
    );
  return (
    <ul className="review-files" aria-label="Files to review">
      {changed.map(([path, { added, removed }]) => (
        <li key={path}>
          <button
            type="button"
            className="review-file"
            onClick={() => workbench.open(path, { hunk: "first" })}
          >
            <span className="review-path">{path}</span>
            <span aria-label={`${added} lines added, ${removed} removed`}>
              +{added} −{removed}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
