import { host } from "../notify/environment.js";

let decoder: InstanceType<typeof host.TextDecoder> | undefined;

/**
 * The text of base64 after the beginning of a character that was left over, in base64 too; and the
 * beginning of one that it ends with.
 */
export function decodeChunk(
  partial: string | undefined,
  base64: string,
): { text: string; partial?: string } {
  const binary = host.atob(base64);
  if (partial === undefined && isAscii(binary)) return { text: binary };
  return decodeBytes(bytesOf(partial === undefined ? binary : host.atob(partial) + binary));
}

function isAscii(binary: string): boolean {
  for (let index = 0; index < binary.length; index++)
    if (binary.charCodeAt(index) > 0x7f) return false;
  return true;
}

function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

function decodeBytes(bytes: Uint8Array): { text: string; partial?: string } {
  const end = bytes.length - incompleteTail(bytes);
  decoder ??= new host.TextDecoder("utf-8", { ignoreBOM: true });
  const text = decoder.decode(bytes.subarray(0, end));
  if (end === bytes.length) return { text };
  return { text, partial: host.btoa(String.fromCharCode(...bytes.subarray(end))) };
}

/** How many bytes at the end begin a character that is not complete: none, or up to three. */
function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

/** Some bytes begin no character at all, and stand for themselves. */
function sequenceLength(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 1;
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}
