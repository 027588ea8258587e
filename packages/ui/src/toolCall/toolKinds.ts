import type { ToolKind } from "@acp-store/core";
import type { IconName } from "../controls/iconPaths.js";
import { clipText } from "../format/clipText.js";
import type { UiTexts } from "../texts/texts.js";
import { toolKindQuestions, toolKindTitles } from "../texts/toolCallTexts.js";

const KIND_ICONS: Readonly<Record<string, IconName>> = {
  read: "file",
  edit: "pencil",
  delete: "trash",
  move: "move",
  search: "search",
  execute: "terminal",
  think: "bulb",
  fetch: "globe",
  switch_mode: "sliders",
};

/** Returns the icon of a tool kind. Agents may also send kinds that the protocol does not define. */
export function getToolKindIcon(kind: ToolKind | null | undefined): IconName {
  return (kind && Object.hasOwn(KIND_ICONS, kind) && KIND_ICONS[kind]) || "wrench";
}

/** Returns the text for a tool kind. */
function getKindText(texts: UiTexts["toolKindTitle"], kind: ToolKind | null | undefined): string {
  const byKind: Readonly<Record<string, string>> = texts;
  return (kind && Object.hasOwn(byKind, kind) && byKind[kind]) || texts.other;
}

/** Returns the heading of a permission request for a tool kind, such as "Run this command?". */
export function getToolKindQuestion(
  kind: ToolKind | null | undefined,
  questions: UiTexts["toolKindQuestion"] = toolKindQuestions,
): string {
  return getKindText(questions, kind);
}

/** Cards and requests show longer titles below their heading. */
export const MAX_TITLE_CHARACTERS = 500;

/**
 * Returns the display title of a tool call, at most 500 characters. Removes the backticks that some agents put around it.
 */
export function getToolCallTitle(
  title: string | null | undefined,
  kind: ToolKind | null | undefined,
  kindTitles: UiTexts["toolKindTitle"] = toolKindTitles,
): string {
  const shown = title?.replace(/^`([^`]+)`$/, "$1") || getKindText(kindTitles, kind);
  return clipText(shown, MAX_TITLE_CHARACTERS);
}
