import { type ChangedFile, isTextDiff, type Session, type TextDiffItem } from "@acp-store/core";
import type { DiffViewProps } from "../context/slots.js";
import { getLineDiff } from "../diff/diffItem.js";
import { isDiff } from "../diff/isDiff.js";
import { type DiffPosition, findDiffPosition, START_OF_FILE } from "../diff/diffPosition.js";
import type { LineDiff } from "../diff/computeLineDiff.js";
import { getPatchDiffs } from "../diff/changesItem.js";

/** A part of a tool call, or of the permission request that allowed it, that has the edits. */
export type EditSource = NonNullable<DiffViewProps["call"]>;

/** The changes of a file, and where they are in it. */
export interface FileDiff extends LineDiff {
  /** `undefined` if the position is unknown. */
  readonly position: DiffPosition | undefined;
}

/** Returns the tool calls that edited a file, or else the permission requests that allowed them. */
export function listEditSources(
  { toolCallIds }: ChangedFile,
  { toolCalls, permissions }: Pick<Session, "toolCalls" | "permissions">,
): readonly EditSource[] {
  return toolCallIds.flatMap((id): EditSource[] => {
    const call = toolCalls.get(id);
    if (call?.content.some(isDiff)) return [call];
    const permission = [...permissions.values()].findLast(
      ({ toolCallId, status }) => toolCallId === id && status === "selected",
    );
    return permission?.toolCall ? [permission.toolCall] : [];
  });
}

/**
 * Returns the changes of one file, in order. An edit that starts from the result of an earlier edit
 * is merged with it, so that lines changed back and forth do not appear.
 */
export function mergeLineDiffs(path: string, sources: readonly EditSource[]): readonly FileDiff[] {
  const contents = sources.flatMap(({ content }) => content ?? []);
  // A later edit can move the lines of the others, so only the location of a single edit is used.
  const [source] = sources.length === 1 ? sources : [];
  const edits = mergeEdits(contents.filter(isTextDiff), path);
  const patches = contents.flatMap((item) => getPatchDiffs(item, path));
  return [
    ...edits.map((item) => ({ ...getLineDiff(item), position: findDiffPosition(item, source) })),
    ...patches.map((diff) => ({ ...diff, position: START_OF_FILE })),
  ];
}

function mergeEdits(items: readonly TextDiffItem[], path: string): readonly TextDiffItem[] {
  const merged: TextDiffItem[] = [];
  for (const item of items.filter((candidate) => candidate.path === path)) {
    const at = merged.findLastIndex((edit) => !item.oldText || edit.newText === item.oldText);
    const earlier = merged[at];
    if (earlier === undefined) merged.push(item);
    else merged[at] = { ...earlier, newText: item.newText };
  }
  return merged;
}
