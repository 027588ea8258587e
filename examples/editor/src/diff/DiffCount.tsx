import type { ToolCallContent } from "@acp-store/core";
import type { ReactElement } from "react";
import { diffOf, isDiff } from "./diffOf.js";
import "./diff.css";

/** How many lines a tool call adds and removes. */
export function DiffCount({
  content,
}: {
  content: readonly ToolCallContent[];
}): ReactElement | null {
  const diffs = content.filter(isDiff).map(diffOf);
  if (diffs.length === 0) return null;
  const added = diffs.reduce((total, diff) => total + diff.added, 0);
  const removed = diffs.reduce((total, diff) => total + diff.removed, 0);
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
