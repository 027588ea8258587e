import type { ToolCallContent } from "@acp-store/core";
import { structuredPatch } from "diff";
import { isDiff } from "../diff/diffOf.js";

/** The first line, 1-based, that a call changes in a file; agents often name none. */
export function firstChangeIn(
  content: readonly ToolCallContent[],
  path: string,
): number | undefined {
  const diff = content.filter(isDiff).find((item) => item.path === path);
  if (diff === undefined) return undefined;
  const options = { context: 0, timeout: 100 };
  const patch = structuredPatch("", "", diff.oldText ?? "", diff.newText, "", "", options);
  return patch?.hunks[0]?.newStart;
}
