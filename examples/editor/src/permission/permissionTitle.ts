import type { Permission } from "@acp-store/core";
import { lookOf } from "../toolCall/kinds.js";

/** What the agent asks for, as the request itself says it. */
export function permissionTitle({ title, toolCall }: Permission): string {
  return toolCall?.title || title || lookOf(toolCall?.kind).verb;
}
