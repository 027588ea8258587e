import type { DiffItem, ToolCallContent } from "@acp-store/core";
import { type LineDiff, lineDiff } from "./lineDiff.js";

const known = new WeakMap<DiffItem, LineDiff>();

/** The lines of a diff, worked out once: the store keeps an item until it changes. */
export function diffOf(item: DiffItem): LineDiff {
  const cached = known.get(item);
  if (cached !== undefined) return cached;
  const diff = lineDiff(item.oldText ?? "", item.newText);
  known.set(item, diff);
  return diff;
}

export function isDiff(item: ToolCallContent): item is DiffItem {
  return item.type === "diff" && "newText" in item;
}
