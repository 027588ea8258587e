import type { ToolCallContent } from "@acp-store/core";

/** Returns whether a content item of a tool call is a diff, of either protocol version. */
export function isDiff({ type }: ToolCallContent): boolean {
  return type === "diff";
}
