import type { ChangesItem, ToolCallContent } from "@acp-store/core";
import { parsePatch } from "diff";
import { type LineDiff, rowsOfHunks } from "./lineDiff.js";

export function isChanges(item: ToolCallContent): item is ChangesItem {
  return item.type === "diff" && "changes" in item;
}

/** What a patch says about one file: nothing where there is none, or it cannot be read. */
export function patchOf(item: ToolCallContent, path: string): readonly LineDiff[] {
  if (!isChanges(item) || item.patch?.format !== "git_patch") return [];
  return parsed(item.patch.text)
    .filter(({ oldFileName, newFileName }) =>
      [oldFileName, newFileName].some((name) => isSameFile(name, path)),
    )
    .map(({ hunks }) => rowsOfHunks(hunks));
}

function parsed(text: string): ReturnType<typeof parsePatch> {
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
