import type { Permission, ToolCall } from "@acp-store/core";
import type { UiTexts } from "../texts/texts.js";
import { getToolCallTitle } from "../toolCall/toolKinds.js";

/** Returns the title of a permission request, or else of its tool call. */
export function getPermissionTitle(
  { title, toolCall }: Permission,
  call?: ToolCall,
  kindTitles?: UiTexts["toolKindTitle"],
): string {
  return getToolCallTitle(
    toolCall?.title || title || call?.title,
    toolCall?.kind ?? call?.kind,
    kindTitles,
  );
}
