import { host } from "../notify/environment.js";

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

let decoder: InstanceType<typeof host.TextDecoder> | undefined;

/**
 * Decodes a base64 chunk of UTF-8 that may start and end within a character. `partial` is what the
 * previous chunk left over.
 */
export function decodeChunk(partial: string | undefined, base64: string): DecodedText {
  const binary = host.atob(base64);
  if (partial === undefined && isAscii(binary)) return { text: binary };
  return decodeBytes(toBytes(partial === undefined ? binary : host.atob(partial) + binary));
}

function isAscii(binary: string): boolean {
  for (let index = 0; index < binary.length; index++)
    if (binary.charCodeAt(index) > 0x7f) return false;
  return true;
}

function toBytes(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

function decodeBytes(bytes: Uint8Array): DecodedText {
  const end = bytes.length - incompleteBytesAtEnd(bytes);
  decoder ??= new host.TextDecoder("utf-8", { ignoreBOM: true });
  const text = decoder.decode(bytes.subarray(0, end));
  if (end === bytes.length) return { text };
  return { text, partial: host.btoa(String.fromCharCode(...bytes.subarray(end))) };
}

/** Returns the number of bytes at the end, up to three, that start an incomplete character. */
function incompleteBytesAtEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
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
