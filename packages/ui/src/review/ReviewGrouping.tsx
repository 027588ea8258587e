import type { ReactElement } from "react";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The order of the changes. */
export type Grouping = "file" | "turn";

const GROUPINGS: readonly Grouping[] = ["file", "turn"];

interface ReviewGroupingProps {
  readonly grouping: Grouping;
  readonly onChange: (grouping: Grouping) => void;
}

/** The buttons that choose whether changes are shown by file or by turn. */
export function ReviewGrouping({ grouping, onChange }: ReviewGroupingProps): ReactElement {
  const texts = useTexts("review", reviewTexts);
  return (
    <div className="acp-review-filter" role="group" aria-label={texts.grouping}>
      {GROUPINGS.map((each) => (
        <button
          key={each}
          type="button"
          className="acp-side-panel-button"
          aria-pressed={each === grouping}
          onClick={() => onChange(each)}
        >
          {each === "file" ? texts.byFile : texts.byTurn}
        </button>
      ))}
    </div>
  );
}
