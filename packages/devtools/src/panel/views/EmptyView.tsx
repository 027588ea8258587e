import type { ReactNode } from "react";
import type { BesideView } from "../model/besideView.js";
import { type Bar, positionName } from "../model/lanes.js";
import type { Span } from "./useLanes.js";

interface EmptyViewProps {
  readonly beside: BesideView;
  readonly span: Span;
  readonly onGo: (bar: Bar) => void;
  readonly onShowAll: () => void;
}

/** Says where to go from a part of the timeline in which there is nothing. */
export function EmptyView({ beside, span, onGo, onShowAll }: EmptyViewProps): ReactNode {
  const { before, after } = beside;
  const { scale, length, pixels, from, to } = span;
  const begin = Math.max(0, from / pixels);
  const end = Math.min(length, to / pixels);
  return (
    <div className="nothing" role="status">
      No turn or tool call between {positionName(begin, scale)} and {positionName(end, scale)}.
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
