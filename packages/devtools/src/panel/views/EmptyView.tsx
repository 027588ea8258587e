import type { ReactNode } from "react";
import type { BesideView } from "../model/besideView.js";
import type { Bar } from "../model/lanes.js";

interface EmptyViewProps {
  readonly beside: BesideView;
  readonly onGo: (bar: Bar) => void;
  readonly onShowAll: () => void;
}

/** Says where to go from a part of the timeline in which there is nothing. */
export function EmptyView({ beside, onGo, onShowAll }: EmptyViewProps): ReactNode {
  const { before, after } = beside;
  return (
    <div className="nothing" role="status">
      Nothing happened here.
      {before && (
        <button type="button" className="link" onClick={() => onGo(before)}>
          Go to what came before
        </button>
      )}
      {after && (
        <button type="button" className="link" onClick={() => onGo(after)}>
          Go to what comes next
        </button>
      )}
      <button type="button" className="link" onClick={onShowAll}>
        Show all
      </button>
    </div>
  );
}
