import { stripVTControlCharacters, styleText } from "node:util";
import type { ContentBlock, ToolCall } from "@acp-store/core";

const ANSI: unique symbol = Symbol("ansi");

/**
 * One line that is safe to print. Only this module creates it, and it removes everything from the
 * parts that a terminal would interpret. The terminal prints nothing else, so that no text of an
 * agent gets to the screen unchecked.
 */
export interface SafeText {
  readonly [ANSI]: string;
}

type Part = string | number | SafeText;

/**
 * All control characters except tabs and line breaks, and all invisible characters except those that
 * join letters and emoji. Some of them reverse the order of the text.
 */
const UNSAFE = /[^\P{Cc}\t\n]|[^\P{Cf}\u200c\u200d]|[\p{Zl}\p{Zp}]/gu;
/** Terminals and `string-width` disagree about the width of a tab. */
const TAB = "    ";

const sanitizeText = (value: string): string =>
  stripVTControlCharacters(value).replace(UNSAFE, "").replaceAll("\t", TAB);

/** Returns the characters to print, with the colors of this program. */
export const toAnsi = (line: SafeText): string => line[ANSI];

const partToAnsi = (part: Part): string =>
  typeof part === "object" ? part[ANSI] : sanitizeText(String(part)).replaceAll("\n", " ");

/** Tags a template whose parts may come from an agent: `` text`Read ${title}` ``. */
export function text(literals: TemplateStringsArray, ...parts: readonly Part[]): SafeText {
  return { [ANSI]: String.raw({ raw: literals }, ...parts.map(partToAnsi)) };
}

/** Returns the lines of a text. */
export const toLines = (value: string): SafeText[] =>
  sanitizeText(value)
    .split("\n")
    .map((line) => text`${line}`);

type Style = "dim" | "bold" | "red" | "green" | "yellow" | "cyan";

const style = (name: Style, part: Part): SafeText => ({
  [ANSI]: styleText(name, partToAnsi(part)),
});
export const dim = (part: Part): SafeText => style("dim", part);
export const bold = (part: Part): SafeText => style("bold", part);
export const colored = (color: Exclude<Style, "dim" | "bold">, part: Part): SafeText =>
  style(color, part);

/** Shows a part like the character under the cursor, even without colors. */
export const inverse = (part: Part): SafeText => ({
  [ANSI]: `\u001b[7m${partToAnsi(part)}\u001b[27m`,
});

/** An empty text. */
export const NOTHING: SafeText = text``;

/** Returns the text of content blocks. Other blocks are represented by their name or type. */
export const getContentText = (content: readonly ContentBlock[]): string =>
  content.map((block) => (block.type === "text" ? block.text : getBlockLabel(block))).join("");

function getBlockLabel(block: ContentBlock): string {
  if (block.type === "resource_link") return String(block.name);
  return block.type === "resource" ? `[${block.resource.uri}]` : `[${block.type}]`;
}

/** Returns the kind and the first line of the title of a tool call. */
export function formatCallTitle({ title, kind }: Pick<ToolCall, "title" | "kind">): SafeText {
  const [line = ""] = (title ?? "").split("\n");
  if (line === "") return text`${kind === "other" ? "Tool call" : kind}`;
  return kind === "other" || kind === line ? text`${line}` : text`${dim(kind)} ${line}`;
}

/** Returns the message of a thrown value. */
export const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Formats a duration in ms, rounded down: less than 1 s, 12 s, 3 min 5 s. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 1) return "less than 1 s";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
