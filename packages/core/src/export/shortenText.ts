import { byteLength, bytesAt } from "../reduce/utf8.js";
import { fence, quote } from "./markdownText.js";

/** The length of the note in place of the middle, with a number of up to 15 digits. */
const NOTE_BYTES = 40;

/**
 * Returns a text with at most a number of bytes of UTF-8, which must be more than 40. A longer text loses its
 * middle, but no part of a character.
 */
export function shortenText(text: string, maxBytes: number): string {
  const bytes = byteLength(text);
  if (bytes <= maxBytes) return text;
  const room = maxBytes - NOTE_BYTES;
  const start = text.slice(0, indexAfter(text, Math.ceil(room * 0.6)));
  const end = text.slice(indexBefore(text, Math.floor(room * 0.4)));
  const left = bytes - byteLength(start) - byteLength(end);
  return `${start}\n[… ${left} bytes left out …]\n${end}`;
}

/** Returns the end of the longest start of a text with at most a number of bytes. */
function indexAfter(text: string, maxBytes: number): number {
  let index = 0;
  for (let bytes = 0; index < text.length; index++) {
    bytes += bytesAt(text, index);
    if (bytes > maxBytes) break;
  }
  return isInCharacter(text, index) ? index - 1 : index;
}

/** Returns the start of the longest end of a text with at most a number of bytes. */
function indexBefore(text: string, maxBytes: number): number {
  let index = text.length;
  for (let bytes = 0; index > 0; index--) {
    bytes += bytesAt(text, index - 1);
    if (bytes > maxBytes) break;
  }
  return isInCharacter(text, index) ? index + 1 : index;
}

/** Returns whether an index divides a surrogate pair. */
function isInCharacter(text: string, index: number): boolean {
  return index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xffff;
}

/**
 * Returns a text as a quotation with at most a number of bytes, which must be more than 150. A text that is cut is
 * shown in a fence, because the cut may be inside of one.
 */
export function quoteWithin(text: string, maxBytes: number): string {
  // Each line break of the text adds to the quotation, so the longer text need not be quoted.
  if (text.length <= maxBytes) {
    const quoted = quote(text);
    if (byteLength(quoted) <= maxBytes) return quoted;
  }
  const fenced = fence(shortenText(text, maxBytes - 8));
  // A fence is longer than the longest one in the text.
  return byteLength(fenced) <= maxBytes
    ? fenced
    : fence(shortenText(text, Math.floor((maxBytes - 4) / 3)));
}

/** Returns the first line of a text that is not empty, with at most a number of bytes. */
export function firstLineWithin(text: string, maxBytes: number): string {
  const line = /\S.*/.exec(text)?.[0].trim() ?? "";
  return byteLength(line) <= maxBytes ? line : `${line.slice(0, indexAfter(line, maxBytes - 3))}…`;
}
