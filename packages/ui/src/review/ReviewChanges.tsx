import { useReviewState } from "@acp-store/review/react";
import { type ReactElement, useRef, useState } from "react";
import { FileList } from "../sidePanel/FileList.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { type ChangeFilter, matchesFilter } from "./changeFilter.js";
import { DecisionsProvider, useNewDecisions } from "./decisions.js";
import { ReviewBar } from "./ReviewBar.js";
import { ReviewFilter } from "./ReviewFilter.js";
import { ReviewedFileSection } from "./ReviewedFileSection.js";
import { useNextFocus } from "./useNextFocus.js";

/** The changes of a folder that the user has to decide, by file. */
export function ReviewChanges(): ReactElement {
  const files = useReviewState((state) => state.files);
  const findsUnreported = useReviewState((state) => state.findsUnreported);
  const [filter, setFilter] = useState<ChangeFilter>("all");
  const texts = useTexts("review", reviewTexts);
  const list = useRef<HTMLDivElement>(null);
  const keepFocus = useNextFocus(list, files);
  const decisions = useNewDecisions(keepFocus);
  // The order stays the same while files come and go.
  const sorted = [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const shown =
    filter === "all"
      ? sorted
      : sorted.filter(({ hunks }) => hunks.some((hunk) => matchesFilter(hunk, filter)));
  return (
    <DecisionsProvider value={decisions}>
      <div ref={list} className="acp-review">
        <ReviewBar decidesAll={filter === "all"}>
          <ReviewFilter files={sorted} filter={filter} onChange={setFilter} />
        </ReviewBar>
        {shown.length === 0 && (
          <p className="acp-side-panel-note">{files.size === 0 ? texts.nothing : texts.noMatch}</p>
        )}
        <FileList files={shown}>
          {(file, isOpenByDefault) => (
            <ReviewedFileSection file={file} filter={filter} isOpenByDefault={isOpenByDefault} />
          )}
        </FileList>
        {!findsUnreported && <p className="acp-side-panel-note">{texts.reported}</p>}
      </div>
    </DecisionsProvider>
  );
}
