import type { ChangedFile, DiffItem, Permission, ToolCall, ToolCallContent } from "@acp-store/core";
import { isDiff } from "../diff/diffOf.js";
import { type LineDiff, lineDiff } from "../diff/lineDiff.js";
import { patchOf } from "../diff/patchOf.js";

/**
 * The changes of one file, in order. An edit that goes on from the text that another left makes one
 * change of both, so that what was taken back is not shown.
 */
export function changesOf(
  { path, toolCallIds }: ChangedFile,
  calls: ReadonlyMap<string, ToolCall> | undefined,
  permissions: Iterable<Permission> = [],
): readonly LineDiff[] {
  const contents = toolCallIds.flatMap((id) => contentOf(id, calls, permissions));
  const patches = contents.flatMap((item) => patchOf(item, path));
  return [...merged(contents.filter(isDiff), path).map(diffOfTexts), ...patches];
}

/** What a call shows, or what the user allowed it to do. */
function contentOf(
  id: string,
  calls: ReadonlyMap<string, ToolCall> | undefined,
  permissions: Iterable<Permission>,
): readonly ToolCallContent[] {
  const own = calls?.get(id)?.content ?? [];
  if (own.some(({ type }) => type === "diff")) return own;
  const asked = [...permissions].findLast(
    ({ toolCallId, status }) => toolCallId === id && status === "selected",
  );
  return asked?.toolCall?.content ?? [];
}

function merged(items: readonly DiffItem[], path: string): readonly DiffItem[] {
  const chains: DiffItem[] = [];
  for (const item of items.filter((each) => each.path === path)) {
    const at = chains.findLastIndex((chain) => !item.oldText || chain.newText === item.oldText);
    const chain = chains[at];
    if (chain === undefined) chains.push(item);
    else chains[at] = { ...chain, newText: item.newText };
  }
  return chains;
}

function diffOfTexts({ oldText, newText }: DiffItem): LineDiff {
  return lineDiff(oldText ?? "", newText);
}
