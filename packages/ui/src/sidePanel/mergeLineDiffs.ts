import type { ChangedFile, DiffItem, Permission, ToolCall, ToolCallContent } from "@acp-store/core";
import { isDiffItem } from "../diff/diffItem.js";
import { type LineDiff, computeLineDiff } from "../diff/computeLineDiff.js";
import { getPatchDiffs } from "../diff/changesItem.js";

/**
 * Returns the changes of one file, in order. An edit that starts from the result of an earlier edit
 * is merged with it, so that lines changed back and forth do not appear.
 */
export function mergeLineDiffs(
  { path, toolCallIds }: ChangedFile,
  calls: ReadonlyMap<string, ToolCall> | undefined,
  permissions: Iterable<Permission> = [],
): readonly LineDiff[] {
  const contents = toolCallIds.flatMap((id) => getEditContent(id, calls, permissions));
  const patches = contents.flatMap((item) => getPatchDiffs(item, path));
  return [...mergeEdits(contents.filter(isDiffItem), path).map(toLineDiff), ...patches];
}

/** Returns the content of a tool call, or else of the permission request that allowed it. */
function getEditContent(
  id: string,
  calls: ReadonlyMap<string, ToolCall> | undefined,
  permissions: Iterable<Permission>,
): readonly ToolCallContent[] {
  const content = calls?.get(id)?.content ?? [];
  if (content.some(({ type }) => type === "diff")) return content;
  const permission = [...permissions].findLast(
    ({ toolCallId, status }) => toolCallId === id && status === "selected",
  );
  return permission?.toolCall?.content ?? [];
}

function mergeEdits(items: readonly DiffItem[], path: string): readonly DiffItem[] {
  const merged: DiffItem[] = [];
  for (const item of items.filter((candidate) => candidate.path === path)) {
    const at = merged.findLastIndex((edit) => !item.oldText || edit.newText === item.oldText);
    const earlier = merged[at];
    if (earlier === undefined) merged.push(item);
    else merged[at] = { ...earlier, newText: item.newText };
  }
  return merged;
}

function toLineDiff({ oldText, newText }: DiffItem): LineDiff {
  return computeLineDiff(oldText ?? "", newText);
}
