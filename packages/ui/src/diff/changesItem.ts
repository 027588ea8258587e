import { type ChangesDiffItem, isChangesDiff, type ToolCallContent } from "@acp-store/core";
import { parsePatch, type StructuredPatch } from "diff";
import { type LineDiff, convertHunks } from "./computeLineDiff.js";

/** Returns the diffs for one file in a patch. Empty if there is no patch or it cannot be parsed. */
export function getPatchDiffs(item: ToolCallContent, path: string): readonly LineDiff[] {
  if (!isChangesDiff(item)) return [];
  return parseItemPatches(item)
    .filter(({ oldFileName, newFileName }) =>
      [oldFileName, newFileName].some((name) => isSameFile(name, path)),
    )
    .map(({ hunks }) => convertHunks(hunks));
}

const patchCache = new WeakMap<ChangesDiffItem, readonly StructuredPatch[]>();

/** Parses the patch of an item. Cached, because the store reuses an item until it changes. */
function parseItemPatches(item: ChangesDiffItem): readonly StructuredPatch[] {
  const cached = patchCache.get(item);
  if (cached !== undefined) return cached;
  const patches = item.patch?.format === "git_patch" ? tryParsePatch(item.patch.text) : [];
  patchCache.set(item, patches);
  return patches;
}

function tryParsePatch(text: string): readonly StructuredPatch[] {
  try {
    return parsePatch(text);
  } catch {
    return [];
  }
}

/**
 * Compares a path with a file name in a patch, which is relative and has an `a/` or `b/` prefix.
 */
function isSameFile(name: string | undefined, path: string): boolean {
  const inPatch = name?.replace(/^[ab]\//, "");
  return inPatch !== undefined && (path === inPatch || path.endsWith(`/${inPatch}`));
}
