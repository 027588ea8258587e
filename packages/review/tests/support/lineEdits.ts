import { splitLines } from "@acp-store/core/diff";
import fc from "fast-check";

/** Replaces lines at a place of a text. */
export interface LineEdit {
  /** The place, modulo the number of lines. Negative: the end of the text. */
  readonly at: number;
  readonly removed: number;
  readonly added: number;
  /** Adds lines that occur elsewhere as well, and ends the text without a line break. */
  readonly isPlain: boolean;
}

export const lineEdits = fc.array(
  fc.record({
    at: fc.oneof(fc.nat(30), fc.constant(-1)),
    removed: fc.nat(4),
    added: fc.nat(3),
    isPlain: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Applies edits. Each line that is added has the author and a number, so that it can be found again. */
export function applyLineEdits(
  text: string | undefined,
  edits: readonly LineEdit[],
  author: string,
  numberLine: () => number,
): string {
  const lines = splitLines(text ?? "");
  for (const { at, removed, added, isPlain } of edits) {
    const place = placeOf(at, lines.length, removed);
    const newLines = Array.from({ length: added }, () =>
      isPlain && author !== "U" ? "x\n" : `${author}${numberLine()}.\n`,
    );
    const last = lines[place - 1];
    if (place === lines.length && newLines.length > 0 && last !== undefined)
      lines[place - 1] = last.endsWith("\n") ? last : `${last}\n`;
    lines.splice(place, removed, ...newLines);
    const end = lines.at(-1);
    if (at < 0 && isPlain && end !== undefined) lines[lines.length - 1] = end.replace(/\r?\n$/, "");
  }
  return lines.join("");
}

function placeOf(at: number, length: number, removed: number): number {
  if (length === 0) return 0;
  return at < 0 ? length - (removed > 0 ? 1 : 0) : at % (length + 1);
}
