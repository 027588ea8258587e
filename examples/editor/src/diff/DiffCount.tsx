import type { ToolCallContent } from "@acp-store/core";
import type { ReactElement } from "react";
import { diffOf, isDiff } from "./diffOf.js";
import { isChanges, patchOf } from "./patchOf.js";
import type { LineDiff } from "./lineDiff.js";
import { LineCount } from "./LineCount.js";

/** How many lines a tool call adds and removes. */
export function DiffCount({
  content,
}: {
  content: readonly ToolCallContent[];
}): ReactElement | null {
  const diffs = content.flatMap(linesOf);
  if (diffs.length === 0) return null;
  const added = diffs.reduce((total, diff) => total + diff.added, 0);
  const removed = diffs.reduce((total, diff) => total + diff.removed, 0);
  return <LineCount added={added} removed={removed} />;
}

function linesOf(item: ToolCallContent): readonly LineDiff[] {
  if (isDiff(item)) return [diffOf(item)];
  return isChanges(item) ? item.changes.flatMap(({ path = "" }) => patchOf(item, path)) : [];
}
