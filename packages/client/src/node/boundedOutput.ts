/** The end of a command's output, limited in bytes. The oldest bytes are discarded first. */
export interface BoundedOutput {
  add(bytes: Buffer): void;
  /** Whether bytes were discarded because of the limit. */
  readonly truncated: boolean;
  /** Returns the kept output as text, without an incomplete character at either end. */
  getText(): string;
}

/** Creates an empty output that keeps at most `limit` bytes. */
export function createBoundedOutput(limit: number): BoundedOutput {
  let chunks: Buffer[] = [];
  let length = 0;
  let truncated = false;

  function add(bytes: Buffer): void {
    chunks.push(bytes);
    length += bytes.length;
    // Trimming copies the buffer, so wait until it has doubled. Small chunks then cost linear time.
    if (length > 2 * limit) trim();
  }

  function trim(): Buffer {
    const all = Buffer.concat(chunks);
    const kept =
      all.length > limit ? all.subarray(findCharacterStart(all, all.length - limit)) : all;
    if (kept.length < all.length) truncated = true;
    chunks = [kept];
    length = kept.length;
    return kept;
  }

  return {
    add,
    get truncated() {
      return truncated || length > limit;
    },
    getText() {
      const kept = trim();
      return kept.subarray(0, findCompleteEnd(kept)).toString("utf8");
    },
  };
}

/** Returns the index of the first character that starts at or after `start`. */
function findCharacterStart(bytes: Buffer, start: number): number {
  let index = start;
  while (index < bytes.length && isContinuationByte(bytes[index])) index++;
  return index;
}

/**
 * Returns the end of the last complete character. The rest of an incomplete one may still arrive.
 */
function findCompleteEnd(bytes: Buffer): number {
  let index = bytes.length - 1;
  while (index > 0 && bytes.length - index < 4 && isContinuationByte(bytes[index])) index--;
  const firstByte = bytes[index] ?? 0;
  const characterLength = firstByte >= 0xf0 ? 4 : firstByte >= 0xe0 ? 3 : firstByte >= 0xc0 ? 2 : 1;
  return bytes.length - index < characterLength ? index : bytes.length;
}

/** Returns whether a byte continues a UTF-8 character: its bits are `10xxxxxx`. */
function isContinuationByte(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xc0) === 0x80;
}
