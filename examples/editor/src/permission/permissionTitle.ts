import type { Permission } from "@acp-store/core";
import { titleOf } from "../toolCall/kinds.js";

/** What the agent asks for, as the request itself says it. */
export function permissionTitle({ title, toolCall }: Permission): string {
  return titleOf(toolCall?.title || title, toolCall?.kind);
}
