import { isTextDiff, type ToolCallContent } from "@acp-store/core";
import { structuredPatch } from "diff";

/** Returns the first line (1-based) that a tool call changes in a file. Agents often omit it. */
export function findFirstChangedLine(
  content: readonly ToolCallContent[],
  path: string,
): number | undefined {
  const diff = content.filter(isTextDiff).find((item) => item.path === path);
  if (diff === undefined) return undefined;
  const options = { context: 0, timeout: 100 };
  const patch = structuredPatch("", "", diff.oldText ?? "", diff.newText, "", "", options);
  return patch?.hunks[0]?.newStart;
}
