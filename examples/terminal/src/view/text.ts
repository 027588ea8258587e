import { stripVTControlCharacters, styleText } from "node:util";
import type { ContentBlock, ToolCall } from "@acp-store/core";

/**
 * Removes control characters, so that text from the agent cannot move the cursor or hide other
 * output.
 */
export function sanitizeText(text: string): string {
  // oxlint-disable-next-line eslint/no-control-regex -- a terminal would interpret these characters
  return stripVTControlCharacters(text).replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}

export const dim = (text: string): string => styleText("dim", text);
export const bold = (text: string): string => styleText("bold", text);
export const colored = (color: "red" | "green" | "yellow" | "cyan", text: string): string =>
  styleText(color, text);

/** Returns the text of content blocks. Other blocks are represented by their name or type. */
export function getContentText(content: readonly ContentBlock[]): string {
  return sanitizeText(
    content.map((block) => (block.type === "text" ? block.text : getBlockLabel(block))).join(""),
  );
}

function getBlockLabel(block: ContentBlock): string {
  return block.type === "resource_link" ? String(block.name) : `[${block.type}]`;
}

/** Returns the first line of a tool call's title, or its kind if it has no title. */
export const getCallTitle = ({ title, kind }: Pick<ToolCall, "title" | "kind">): string =>
  sanitizeText(title || kind).split("\n")[0] ?? "";

/** Returns the lines of a text, each with a prefix. */
export const indentLines = (text: string, prefix: string): string[] =>
  text.split("\n").map((line) => `${prefix}${line}`);

/** Returns the message of a thrown value. */
export const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Formats a duration in ms, rounded down: less than 1 s, 12 s, 3 min 5 s. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 1) return "less than 1 s";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
