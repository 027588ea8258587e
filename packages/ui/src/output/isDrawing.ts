/** The most characters of output that are drawn. */
const MAX_DRAWN_CHARACTERS = 1_000_000;

/**
 * The sequences that move the cursor or erase something, or switch to the alternate screen, and that only a terminal
 * can show. Erasing a line from the cursor or completely is not one of them, as in most progress bars. No
 * character is matched twice.
 */
const DRAWING_SEQUENCE =
  // oxlint-disable-next-line eslint/no-control-regex -- matches terminal escape sequences
  /\u001b(?:[78M]|\[(?:[\d;]*[A-HJLMPSTX@`adefr]|1K|\?(?:47|1047|1049)h))/;

/** Returns whether output moves the cursor, so that its final screen is shown. Longer output is never drawn. */
export function isDrawing(text: string): boolean {
  return text.length <= MAX_DRAWN_CHARACTERS && DRAWING_SEQUENCE.test(text);
}
