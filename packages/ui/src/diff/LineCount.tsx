import type { ReactElement } from "react";

/** The number of added and removed lines. Renders nothing if no line has changed. */
export function LineCount(props: {
  readonly added: number;
  readonly removed: number;
}): ReactElement | null {
  const { added, removed } = props;
  if (added === 0 && removed === 0) return null;
  return (
    <span className="acp-diff-count">
      <span className="acp-diff-count-added">
        <span aria-hidden="true">+{added}</span>
        <span className="acp-sr-only">{added} added,</span>
      </span>
      <span className="acp-diff-count-removed">
        <span aria-hidden="true">−{removed}</span>
        <span className="acp-sr-only">{removed} removed</span>
      </span>
    </span>
  );
}
