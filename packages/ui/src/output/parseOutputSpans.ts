import { renderTerminalRows, type TerminalSpan } from "./renderTerminalRows.js";
import { isSameStyle } from "./terminalStyle.js";

const MARKDOWN_FENCE = /^\s*(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)\n?\1\s*$/;
const NEW_LINE: TerminalSpan = { text: "\n", style: undefined };

/** The text in a Markdown fence, and the language that the fence names. */
interface FencedText {
  readonly content: string;
  readonly language: string | undefined;
}

/** Removes the Markdown fence that some agents put around the output. */
export function removeFence(text: string): FencedText {
  const [, , info = "", content = text] = MARKDOWN_FENCE.exec(text) ?? [];
  return { content, language: info.trim() || undefined };
}

/** Parses the output of a tool into spans of one style each. Removes trailing empty lines. */
export function parseOutputSpans(text: string): readonly TerminalSpan[] {
  const rows = renderTerminalRows(text);
  const last = rows.findLastIndex((row) => row.length > 0);
  return rows
    .slice(0, last + 1)
    .flatMap((row, index) => (index === 0 ? row : [NEW_LINE, ...row]))
    .reduce(appendSpan, []);
}

/** Appends a span, merging it with the previous one if both have the same style. */
function appendSpan(spans: TerminalSpan[], next: TerminalSpan): TerminalSpan[] {
  const last = spans.at(-1);
  const isInvisible = next.text === "\n" && !last?.style?.background;
  if (last && (isInvisible || isSameStyle(last.style, next.style)))
    spans[spans.length - 1] = { ...last, text: last.text + next.text };
  else spans.push(next);
  return spans;
}
