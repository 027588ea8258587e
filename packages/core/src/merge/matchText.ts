import type { AcpEventBody } from "../events/event.js";
import type { ContentBlock } from "../state/content.js";
import { isRetoldPrompt, textOfContent } from "../reduce/echoText.js";
import { shareStructure } from "../state/shareStructure.js";

/** The part of a known text that a replayed text repeats. */
export interface TextMatch {
  /** The position in the known text after the repeated part. */
  readonly end: number;
  /** The part of the replayed text that follows the end of the known one. */
  readonly rest: string;
}

/**
 * Compares a replayed text with a known one from a position. Returns `undefined` if they differ
 * before one of them ends. White space is ignored, because agents change it.
 */
export function matchText(known: string, text: string, start: number): TextMatch | undefined {
  if (known.startsWith(text, start)) return { end: start + text.length, rest: "" };
  let end = start;
  let index = 0;
  while (end < known.length && index < text.length) {
    const own = known.charCodeAt(end);
    const other = text.charCodeAt(index);
    if (own === other) {
      end++;
      index++;
    } else if (isWhiteSpace(own)) end++;
    else if (isWhiteSpace(other)) index++;
    else return undefined;
  }
  return { end, rest: text.slice(index) };
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}

function isWhiteSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0;
}

/** Returns a text without white space, to compare prompts. */
export function squash(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

/**
 * Returns whether the content of a replayed message repeats a prompt. Agents add the content of
 * attachments to a prompt, or put names in their place.
 */
export function repeatsPrompt(
  prompt: readonly ContentBlock[],
  content: readonly ContentBlock[],
): boolean {
  const text = squash(textOfContent(content));
  const own = squash(textOfContent(prompt));
  if (text === own) return text !== "" || shareStructure(prompt, content) === prompt;
  if (prompt.every(({ type }) => type === "text")) return false;
  const [first] = prompt;
  const start = first?.type === "text" ? squash(first.text) : "";
  return (start !== "" && text.startsWith(start)) || isRetoldPrompt(prompt, text);
}

const FUNCTION_RESPONSES = /^(?:\s*\[Function Response: [^\]]*\])+\s*$/;

/**
 * Returns whether an event of a replay has only words that an agent puts into the user's mouth: its
 * own context, or the names of the functions that responded.
 */
export function isAgentContext(event: AcpEventBody): boolean {
  if (event.type !== "message_chunk" && event.type !== "message") return false;
  if (event.role !== "user" || event.content == null) return false;
  const content = event.type === "message" ? (event.content ?? []) : [event.content];
  return content.length > 0 && content.every(isContextBlock);
}

function isContextBlock(block: ContentBlock): boolean {
  if (block.type !== "text") return false;
  const text = block.text.trim();
  if (text.startsWith("<session_context>")) return text.endsWith("</session_context>");
  return text.startsWith("[Function Response: ") && FUNCTION_RESPONSES.test(text);
}
