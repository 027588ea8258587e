import { host } from "../notify/environment.js";
import { decodeBase64, encodeBase64 } from "./base64.js";

/** Returns the length of a text in bytes of UTF-8. */
export function byteLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) length += bytesAt(text, index);
  return length;
}

/**
 * Returns the number of bytes of UTF-8 of the code unit at `index`. Each half of a surrogate pair
 * counts as two.
 */
export function bytesAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}

/** Decoded text, and the bytes of an incomplete character at its end, in base64. */
export interface DecodedText {
  readonly text: string;
  readonly partial?: string;
}

/**
 * Decodes a base64 chunk of UTF-8 that may start and end within a character. `partial` is what the
 * previous chunk left over.
 */
export function decodeChunk(partial: string | undefined, base64: string): DecodedText {
  const binary = decodeBase64(base64);
  if (partial === undefined && isAscii(binary)) return { text: binary };
  return decodeBytes(partial === undefined ? binary : decodeBase64(partial) + binary);
}

function isAscii(binary: string): boolean {
  for (let index = 0; index < binary.length; index++)
    if (binary.charCodeAt(index) > 0x7f) return false;
  return true;
}

/** Decodes bytes that are given as characters up to U+00FF. */
function decodeBytes(binary: string): DecodedText {
  const end = binary.length - incompleteBytesAtEnd(binary);
  const text = decodeUtf8(binary.slice(0, end));
  return end === binary.length ? { text } : { text, partial: encodeBase64(binary.slice(end)) };
}

let decoder: InstanceType<NonNullable<typeof host.TextDecoder>> | undefined;

/** Malformed bytes become replacement characters, in the number that the encoding standard requires. */
function decodeUtf8(binary: string): string {
  if (host.TextDecoder === undefined) return binary.replace(NOT_ASCII, decodeSequence);
  decoder ??= new host.TextDecoder("utf-8", { ignoreBOM: true });
  return decoder.decode(toBytes(binary));
}

function toBytes(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/**
 * A sequence of bytes that is not ASCII: a character, which is captured, or else the longest start of
 * one, or else a single byte.
 */
const NOT_ASCII =
  /([\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2})|\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]?|[\x80-\xff]/g;

function decodeSequence(_sequence: string, character: string | undefined): string {
  if (character === undefined) return "\ufffd";
  return decodeURIComponent(
    character.replace(/[^]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
  );
}

/** Returns the number of bytes at the end, up to three, that start an incomplete character. */
function incompleteBytesAtEnd(binary: string): number {
  for (let back = 1; back <= Math.min(3, binary.length); back++) {
    const byte = binary.charCodeAt(binary.length - back);
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

/** Returns the length of the character that a byte starts; 1 for a byte that starts none. */
function sequenceLength(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 1;
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}
