import { useReviewState } from "@acp-store/review/react";
import { type ReactElement, useRef } from "react";
import { FileList } from "../sidePanel/FileList.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { DecisionsProvider, useNewDecisions } from "./decisions.js";
import { ReviewBar } from "./ReviewBar.js";
import { ReviewedFileSection } from "./ReviewedFileSection.js";
import { useNextFocus } from "./useNextFocus.js";

/** The changes of a folder that the user has to decide, by file. */
export function ReviewChanges(): ReactElement {
  const files = useReviewState((state) => state.files);
  const findsUnreported = useReviewState((state) => state.findsUnreported);
  const texts = useTexts("review", reviewTexts);
  const list = useRef<HTMLDivElement>(null);
  const keepFocus = useNextFocus(list, files);
  const decisions = useNewDecisions(keepFocus);
  // The order stays the same while files come and go.
  const shown = [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return (
    <DecisionsProvider value={decisions}>
      <div ref={list} className="acp-review">
        <ReviewBar />
        {files.size === 0 && <p className="acp-side-panel-note">{texts.nothing}</p>}
        <FileList files={shown}>
          {(file, isOpenByDefault) => (
            <ReviewedFileSection file={file} isOpenByDefault={isOpenByDefault} />
          )}
        </FileList>
        {!findsUnreported && <p className="acp-side-panel-note">{texts.reported}</p>}
      </div>
    </DecisionsProvider>
  );
}
