import { splitLines } from "@acp-store/core/diff";
import { isSameList } from "../model/version.js";

// A file is often almost the same as a version that is known. Only the lines between the equal ones at
// both ends are converted then, and the others are shared.

/** A text as lines and as bytes. */
export interface TextBytes {
  readonly lines: readonly string[];
  readonly bytes: Uint8Array;
}

const LINE_FEED = 10;
const NO_TEXT: TextBytes = { lines: [], bytes: new Uint8Array() };

/**
 * Returns the lines of a file, or `undefined` if its bytes are not exactly the UTF-8 of a text. `near` is
 * a similar text.
 */
export function decodeLines(
  bytes: Uint8Array,
  near: TextBytes = NO_TEXT,
): readonly string[] | undefined {
  const { start, startLines, end, endLines } = findEqualEnds(bytes, near.bytes);
  // A line feed is never a part of another character, so the middle is a text if all of it is one.
  const middle = decodeText(bytes.subarray(start, end));
  if (middle === undefined) return undefined;
  const { lines } = near;
  return lines
    .slice(0, startLines)
    .concat(splitLines(middle), lines.slice(lines.length - endLines));
}

/** The UTF-8 of lines. */
interface EncodedLines {
  readonly bytes: Uint8Array;
  /** Whether `decodeLines` returns these lines. It does not for a NUL, or a half of a surrogate pair. */
  readonly isExact: boolean;
}

/** Returns the UTF-8 of lines. `near` is a similar text, whose lines `decodeLines` has returned. */
export function encodeLines(lines: readonly string[], near: TextBytes = NO_TEXT): EncodedLines {
  // With more bytes than characters, the position of a line in the bytes is not known.
  const isAscii = countChars(near.lines) === near.bytes.length;
  const old = isAscii ? near.lines : [];
  const shorter = Math.min(lines.length, old.length);
  let start = 0;
  while (start < shorter && lines[start] === old[start]) start++;
  let endLines = 0;
  while (endLines < shorter - start && lines.at(-1 - endLines) === old.at(-1 - endLines))
    endLines++;
  const end = lines.length - endLines;
  const before = near.bytes.subarray(0, countChars(old.slice(0, start)));
  const changed = lines.slice(start, end);
  const middle = new TextEncoder().encode(changed.join(""));
  const charsAfter = countChars(old.slice(old.length - endLines));
  const after = near.bytes.subarray(near.bytes.length - charsAfter);
  const bytes = new Uint8Array(before.length + middle.length + after.length);
  bytes.set(before);
  bytes.set(middle, before.length);
  bytes.set(after, before.length + middle.length);
  const isLineStart = (at: number): boolean =>
    at === 0 || at === lines.length || (lines[at - 1]?.endsWith("\n") ?? false);
  const isExact =
    isLineStart(start) && isLineStart(end) && isSameList(decodeLines(middle) ?? [null], changed);
  return { bytes, isExact };
}

/** The part of a text between the whole lines at both ends that it has in common with another one. */
interface EqualEnds {
  readonly start: number;
  readonly startLines: number;
  readonly end: number;
  readonly endLines: number;
}

function findEqualEnds(bytes: Uint8Array, near: Uint8Array): EqualEnds {
  const shorter = Math.min(bytes.length, near.length);
  let start = 0;
  let startLines = 0;
  for (let at = 0; at < shorter && bytes[at] === near[at]; at++)
    if (bytes[at] === LINE_FEED) {
      start = at + 1;
      startLines++;
    }
  let end = bytes.length;
  let endLines = 0;
  const shift = near.length - bytes.length;
  const first = Math.max(start, start - shift);
  // A last line without a line feed counts as well.
  let lines = bytes.at(-1) === LINE_FEED ? 0 : 1;
  for (let at = bytes.length - 1; at >= first && bytes[at] === near[at + shift]; at--)
    if (bytes[at] === LINE_FEED) {
      end = at + 1;
      endLines = lines++;
    }
  return { start, startLines, end, endLines };
}

function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function countChars(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
