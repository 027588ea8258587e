import type { ToolKind } from "@acp-store/core";
import type { IconName } from "../controls/iconPaths.js";

export interface ToolKindInfo {
  readonly icon: IconName;
  /** The title of a tool call that has none. */
  readonly verb: string;
  /** The heading of a permission request. */
  readonly question: string;
}

const TOOL_KINDS: Readonly<Record<string, ToolKindInfo>> = {
  read: { icon: "file", verb: "Read", question: "Allow this read?" },
  edit: { icon: "pencil", verb: "Edit", question: "Allow this edit?" },
  delete: { icon: "trash", verb: "Delete", question: "Allow this deletion?" },
  move: { icon: "move", verb: "Move", question: "Allow this move?" },
  search: { icon: "search", verb: "Search", question: "Allow this search?" },
  execute: { icon: "terminal", verb: "Run", question: "Run this command?" },
  think: { icon: "bulb", verb: "Think", question: "Allow thinking?" },
  fetch: { icon: "globe", verb: "Fetch", question: "Allow this fetch?" },
  switch_mode: { icon: "sliders", verb: "Switch mode", question: "Switch modes?" },
};

const OTHER_TOOL_KIND: ToolKindInfo = {
  icon: "wrench",
  verb: "Use a tool",
  question: "Allow this tool call?",
};

/** Returns the icon and texts for a tool kind. Agents may send kinds that are not listed here. */
export function getToolKindInfo(kind: ToolKind | null | undefined): ToolKindInfo {
  return (kind && Object.hasOwn(TOOL_KINDS, kind) && TOOL_KINDS[kind]) || OTHER_TOOL_KIND;
}

/**
 * Returns the display title of a tool call. Removes the backticks that some agents put around it.
 */
export function getToolCallTitle(
  title: string | null | undefined,
  kind: ToolKind | null | undefined,
): string {
  return title?.replace(/^`([^`]+)`$/, "$1") || getToolKindInfo(kind).verb;
}
