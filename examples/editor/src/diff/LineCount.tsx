import type { ReactElement } from "react";
import "./diff.css";

/** The number of added and removed lines. Renders nothing if no line has changed. */
export function LineCount(props: {
  readonly added: number;
  readonly removed: number;
}): ReactElement | null {
  const { added, removed } = props;
  if (added === 0 && removed === 0) return null;
  return (
    <span className="diff-count">
      <span className="diff-count-added">
        <span aria-hidden="true">+{added}</span>
        <span className="sr-only">{added} added,</span>
      </span>
      <span className="diff-count-removed">
        <span aria-hidden="true">−{removed}</span>
        <span className="sr-only">{removed} removed</span>
      </span>
    </span>
  );
}
