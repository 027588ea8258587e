import type { DiffItem, ToolCallContent } from "@acp-store/core";
import { type LineDiff, computeLineDiff } from "./computeLineDiff.js";

const lineDiffCache = new WeakMap<DiffItem, LineDiff>();

/** Returns the line diff of an item. Cached, because the store reuses an item until it changes. */
export function getLineDiff(item: DiffItem): LineDiff {
  const cached = lineDiffCache.get(item);
  if (cached !== undefined) return cached;
  const diff = computeLineDiff(item.oldText ?? "", item.newText);
  lineDiffCache.set(item, diff);
  return diff;
}

export function isDiffItem(item: ToolCallContent): item is DiffItem {
  return item.type === "diff" && "newText" in item;
}
