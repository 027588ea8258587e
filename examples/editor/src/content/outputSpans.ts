import { type Span, terminalRows } from "./terminalRows.js";
import { sameStyle } from "./terminalStyle.js";

const FENCED = /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/;
const NEW_LINE: Span = { text: "\n", style: undefined };

/**
 * The output of a tool in pieces of one style each, without the Markdown fence that some agents
 * put around it and without the empty lines at its end.
 */
export function outputSpans(text: string): readonly Span[] {
  const inner = FENCED.exec(text)?.[2] ?? text;
  const rows = terminalRows(inner);
  const last = rows.findLastIndex((row) => row.length > 0);
  return rows
    .slice(0, last + 1)
    .flatMap((row, index) => (index === 0 ? row : [NEW_LINE, ...row]))
    .reduce(joined, []);
}

/** Output without colours becomes a single piece. */
function joined(spans: Span[], next: Span): Span[] {
  const before = spans.at(-1);
  const isWhite = next.text === "\n" && !before?.style?.background;
  if (before && (isWhite || sameStyle(before.style, next.style)))
    spans[spans.length - 1] = { ...before, text: before.text + next.text };
  else spans.push(next);
  return spans;
}

/** The end of a long text, from the start of a line on. */
export function endOf(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const end = text.slice(-characters);
  return end.slice(end.indexOf("\n") + 1);
}
