import { host } from "../notify/environment.js";

/** The bytes of pieces that are base64 each on their own. */
export function bytesOf(...pieces: (string | undefined)[]): Uint8Array {
  const binary = pieces.map((piece) => (piece === undefined ? "" : host.atob(piece))).join("");
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** The text of the bytes, and in base64 the beginning of a character that they end with. */
export function decodeBytes(bytes: Uint8Array): { text: string; partial?: string } {
  const end = bytes.length - incompleteTail(bytes);
  const text = new host.TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end));
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

function sequenceLength(first: number): number {
  if (first >= 0xf8) return 1;
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}
