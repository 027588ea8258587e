import type { ReviewedFile } from "@acp-store/review";
import type { ReactElement } from "react";
import { reviewTexts } from "../texts/reviewTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";
import { CHANGE_FILTERS, type ChangeFilter, countMatches } from "./changeFilter.js";

interface ReviewFilterProps {
  readonly files: readonly ReviewedFile[];
  readonly filter: ChangeFilter;
  readonly onChange: (filter: ChangeFilter) => void;
}

/** The buttons that choose which changes to show. Renders nothing if all of them are those of agents. */
export function ReviewFilter({ files, filter, onChange }: ReviewFilterProps): ReactElement | null {
  const texts = useTexts("review", reviewTexts);
  const counts = CHANGE_FILTERS.map((each) => ({ each, count: countMatches(files, each) }));
  const shown = counts.filter(({ each, count }) => each === "all" || each === filter || count > 0);
  if (shown.length < 2) return null;
  return (
    <div className="acp-review-filter" role="group" aria-label={texts.filter}>
      {shown.map(({ each, count }) => (
        <button
          key={each}
          type="button"
          className="acp-side-panel-button"
          aria-pressed={each === filter}
          onClick={() => onChange(each)}
        >
          {FILTER_TEXTS[each](texts)}
          <span className="acp-review-filter-count">{count}</span>
        </button>
      ))}
    </div>
  );
}

const FILTER_TEXTS = {
  all: ({ allChanges }) => allChanges,
  user: ({ byUser }) => byUser,
  unknown: ({ byUnknown }) => byUnknown,
} satisfies Readonly<Record<ChangeFilter, (texts: UiTexts["review"]) => string>>;
