import { isChangesDiff, isTextDiff, type ToolCallContent } from "@acp-store/core";
import type { ReactElement } from "react";
import { getLineDiff } from "./diffItem.js";
import { getPatchDiffs } from "./changesItem.js";
import type { LineDiff } from "./computeLineDiff.js";
import { LineCount } from "./LineCount.js";

/** The props of {@link ToolCallLineCount}. */
export interface ToolCallLineCountProps {
  /** The content of the tool call. */
  readonly content: readonly ToolCallContent[];
}

/** The number of lines that a tool call adds and removes. */
export function ToolCallLineCount({ content }: ToolCallLineCountProps): ReactElement | null {
  const diffs = content.flatMap(getDiffs);
  if (diffs.length === 0) return null;
  const added = diffs.reduce((total, diff) => total + diff.added, 0);
  const removed = diffs.reduce((total, diff) => total + diff.removed, 0);
  return <LineCount added={added} removed={removed} />;
}

function getDiffs(item: ToolCallContent): readonly LineDiff[] {
  if (isTextDiff(item)) return [getLineDiff(item)];
  return isChangesDiff(item)
    ? item.changes.flatMap(({ path = "" }) => getPatchDiffs(item, path))
    : [];
}
