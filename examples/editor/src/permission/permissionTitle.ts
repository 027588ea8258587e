import type { Permission, ToolCall } from "@acp-store/core";
import { titleOf } from "../toolCall/kinds.js";

/** What the agent asks for, as the request itself says it, or else its tool call. */
export function permissionTitle({ title, toolCall }: Permission, call?: ToolCall): string {
  return titleOf(toolCall?.title || title || call?.title, toolCall?.kind ?? call?.kind);
}
