/**
 * Splits a text into lines. Only "\n" ends a line, and each line keeps its terminator, so joining the
 * lines returns the text. An empty text has no lines.
 *
 * @example
 * ```ts
 * splitLines("one\r\ntwo"); // ["one\r\n", "two"]
 * ```
 */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf("\n", start);
    const next = end === -1 ? text.length : end + 1;
    lines.push(text.slice(start, next));
    start = next;
  }
  return lines;
}
