import type { TextDiffItem } from "@acp-store/core";
import { type LineDiff, computeLineDiff } from "./computeLineDiff.js";

const lineDiffCache = new WeakMap<TextDiffItem, LineDiff>();

/** Returns the line diff of an item. Cached, because the store reuses an item until it changes. */
export function getLineDiff(item: TextDiffItem): LineDiff {
  const cached = lineDiffCache.get(item);
  if (cached !== undefined) return cached;
  const diff = computeLineDiff(item.oldText ?? "", item.newText);
  lineDiffCache.set(item, diff);
  return diff;
}
