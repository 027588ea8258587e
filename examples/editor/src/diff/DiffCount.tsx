import type { ToolCallContent } from "@acp-store/core";
import type { ReactElement } from "react";
import { diffOf, isDiff } from "./diffOf.js";
import { LineCount } from "./LineCount.js";

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
  return <LineCount added={added} removed={removed} />;
}
