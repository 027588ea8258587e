import { stripVTControlCharacters, styleText } from "node:util";
import type { ContentBlock, ToolCall } from "@acp-store/core";

/** An agent's words must not move the cursor or hide what stands elsewhere. */
export function clean(text: string): string {
  // oxlint-disable-next-line eslint/no-control-regex -- these are what a terminal would obey
  return stripVTControlCharacters(text).replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}

export const dim = (text: string): string => styleText("dim", text);
export const bold = (text: string): string => styleText("bold", text);
export const colored = (color: "red" | "green" | "yellow" | "cyan", text: string): string =>
  styleText(color, text);

/** The text of content blocks; other blocks by their type. */
export function textOf(content: readonly ContentBlock[]): string {
  return clean(
    content.map((block) => (block.type === "text" ? block.text : named(block))).join(""),
  );
}

function named(block: ContentBlock): string {
  return block.type === "resource_link" ? String(block.name) : `[${block.type}]`;
}

/** What a call is called: agents may leave its title out. */
export const titleOf = ({ title, kind }: Pick<ToolCall, "title" | "kind">): string =>
  clean(title || kind).split("\n")[0] ?? "";

export const indented = (text: string, by: string): string[] =>
  text.split("\n").map((line) => `${by}${line}`);
