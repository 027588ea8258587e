import type { Permission, ToolCall } from "@acp-store/core";
import { getToolCallTitle } from "../toolCall/toolKinds.js";

/** Returns the title of a permission request, or else of its tool call. */
export function getPermissionTitle({ title, toolCall }: Permission, call?: ToolCall): string {
  return getToolCallTitle(toolCall?.title || title || call?.title, toolCall?.kind ?? call?.kind);
}
