import type { OpenSyntax } from "../content/splitText.js";
import type { TerminalSpan } from "./createTerminalScreen.js";
import { getOpenRendition, renderTerminalRows } from "./renderTerminalRows.js";
import { isSameStyle } from "./terminalStyle.js";

/** The look-ahead stops the search for a shorter fence, which would take quadratic time. */
const OPENING_FENCE = /^(`{3,}(?!`)|~{3,}(?!~))([^\n]*)\n/;

/** The text in a Markdown fence, and the language that the fence names. */
interface FencedText {
  readonly content: string;
  readonly language: string | undefined;
}

/** Removes the Markdown fence that some agents put around the output. */
export function removeFence(text: string): FencedText {
  const fenced = text.trim();
  const [start, fence = "", info = ""] = OPENING_FENCE.exec(fenced) ?? [];
  const end = fenced.length - fence.length;
  if (start === undefined || end < start.length || !fenced.endsWith(fence))
    return { content: text, language: undefined };
  const content = fenced.slice(start.length, end).replace(/\n$/, "");
  return { content, language: info.trim() || undefined };
}

/** Returns the terminal colors and decorations that are set at the end of a part of output. */
export function findOpenColors(part: string): OpenSyntax {
  return { closing: "", opening: getOpenRendition(part) };
}

/** Parses the output of a tool into spans of one style each. Removes trailing empty lines. */
export function parseOutputSpans(text: string): readonly TerminalSpan[] {
  const rows = renderTerminalRows(text);
  const last = rows.findLastIndex((row) => row.length > 0);
  const spans: TerminalSpan[] = [];
  for (const [index, row] of rows.slice(0, last + 1).entries()) {
    if (index > 0) appendSpan(spans, NEW_LINE);
    for (const span of row) appendSpan(spans, span);
  }
  return spans;
}

const NEW_LINE: TerminalSpan = { text: "\n", style: undefined };

/** Appends a span, merging it with the previous one if both have the same style. */
function appendSpan(spans: TerminalSpan[], next: TerminalSpan): void {
  const last = spans.at(-1);
  const isInvisible = next.text === "\n" && !last?.style?.background;
  if (last && (isInvisible || isSameStyle(last.style, next.style)))
    spans[spans.length - 1] = { ...last, text: last.text + next.text };
  else spans.push(next);
}
