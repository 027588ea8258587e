import { useReviewState } from "@acp-store/review/react";
import { type ReactElement, useRef, useState } from "react";
import { reviewTexts } from "../texts/reviewTexts.js";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { DecisionsProvider, useNewDecisions } from "./decisions.js";
import { ReviewBar } from "./ReviewBar.js";
import { ReviewedFileSection } from "./ReviewedFileSection.js";
import { useNextFocus } from "./useNextFocus.js";

/** With more files than this, all are collapsed by default. */
const MAX_OPEN_FILES = 3;
const FILES_PER_STEP = 50;

/** The changes of a folder that the user has to decide, by file. */
export function ReviewChanges(): ReactElement {
  const files = useReviewState((state) => state.files);
  const findsUnreported = useReviewState((state) => state.findsUnreported);
  const texts = useTexts("review", reviewTexts);
  const panel = useTexts("sidePanel", sidePanelTexts);
  const [shownCount, setShownCount] = useState(FILES_PER_STEP);
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
        <ul className="acp-changed-files">
          {shown.slice(0, shownCount).map((file) => (
            <li key={file.path}>
              <ReviewedFileSection file={file} isOpenByDefault={files.size <= MAX_OPEN_FILES} />
            </li>
          ))}
        </ul>
        {shown.length > shownCount && (
          <button
            type="button"
            className="acp-link-button"
            onClick={() => setShownCount(shownCount + FILES_PER_STEP)}
          >
            {panel.moreFiles(shown.length - shownCount)}
          </button>
        )}
        {!findsUnreported && <p className="acp-side-panel-note">{texts.reported}</p>}
      </div>
    </DecisionsProvider>
  );
}
