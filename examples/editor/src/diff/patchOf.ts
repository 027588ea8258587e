import type { ChangesItem, ToolCallContent } from "@acp-store/core";
import { parsePatch, type StructuredPatch } from "diff";
import { type LineDiff, rowsOfHunks } from "./lineDiff.js";

export function isChanges(item: ToolCallContent): item is ChangesItem {
  return item.type === "diff" && "changes" in item;
}

/** What a patch says about one file: nothing where there is none, or it cannot be read. */
export function patchOf(item: ToolCallContent, path: string): readonly LineDiff[] {
  if (!isChanges(item)) return [];
  return patchesIn(item)
    .filter(({ oldFileName, newFileName }) =>
      [oldFileName, newFileName].some((name) => isSameFile(name, path)),
    )
    .map(({ hunks }) => rowsOfHunks(hunks));
}

const known = new WeakMap<ChangesItem, readonly StructuredPatch[]>();

/** Read once: the store keeps an item until it changes. */
function patchesIn(item: ChangesItem): readonly StructuredPatch[] {
  const cached = known.get(item);
  if (cached !== undefined) return cached;
  const patches = item.patch?.format === "git_patch" ? parsed(item.patch.text) : [];
  known.set(item, patches);
  return patches;
}

function parsed(text: string): readonly StructuredPatch[] {
  try {
    return parsePatch(text);
  } catch {
    return [];
  }
}

/** Patches name files from the root of the repository, with a letter in front. */
function isSameFile(name: string | undefined, path: string): boolean {
  const inPatch = name?.replace(/^[ab]\//, "");
  return inPatch !== undefined && (path === inPatch || path.endsWith(`/${inPatch}`));
}
