import { isTextDiff, type ToolCallContent } from "@acp-store/core";
import { diffLines, splitLines } from "@acp-store/core/diff";

/** Returns the first line (1-based) that a tool call changes in a file. Agents often omit it. */
export function findFirstChangedLine(
  content: readonly ToolCallContent[],
  path: string,
): number | undefined {
  const diff = content.filter(isTextDiff).find((item) => item.path === path);
  if (diff === undefined) return undefined;
  const [change] = diffLines(splitLines(diff.oldText ?? ""), splitLines(diff.newText));
  return change && change.newStart + 1;
}
