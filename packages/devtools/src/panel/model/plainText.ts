/**
 * A terminal escape sequence: a color or cursor movement, a title or hyperlink, or another one. One that
 * is unfinished is matched as far as it goes. No character is matched twice.
 */
const ESCAPE_SEQUENCES =
  // oxlint-disable-next-line eslint/no-control-regex -- matches terminal escape sequences
  /\u001b\[[0-?]*[ -/]*[@-~]?|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?/g;

/** Returns a line of output without escape sequences and other control characters. */
export function plainText(line: string): string {
  return line.replace(ESCAPE_SEQUENCES, "").replace(/[^\P{Cc}\t]/gu, "");
}
