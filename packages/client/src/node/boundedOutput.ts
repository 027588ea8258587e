/** The end of an output in bytes, of which the oldest go first. */
export interface BoundedOutput {
  add(bytes: Buffer): void;
  readonly truncated: boolean;
  text(): string;
}

export function boundedOutput(limit: number): BoundedOutput {
  let chunks: Buffer[] = [];
  let length = 0;
  let truncated = false;

  function add(bytes: Buffer): void {
    chunks.push(bytes);
    length += bytes.length;
    // Cut once in a while only, so that many small pieces cost what they are.
    if (length > 2 * limit) cut();
  }

  function cut(): Buffer {
    const all = Buffer.concat(chunks);
    const kept = all.length > limit ? all.subarray(firstWhole(all, all.length - limit)) : all;
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
    text() {
      const kept = cut();
      return kept.subarray(0, lastWhole(kept)).toString("utf8");
    },
  };
}

/** Where the first whole character begins. */
function firstWhole(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && isInside(bytes[at])) at++;
  return at;
}

/** Where the last whole character ends: the rest of one that is on its way comes later. */
function lastWhole(bytes: Buffer): number {
  let at = bytes.length - 1;
  while (at > 0 && bytes.length - at < 4 && isInside(bytes[at])) at--;
  const first = bytes[at] ?? 0;
  const wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return bytes.length - at < wanted ? at : bytes.length;
}

/** The bytes inside of a character look like `10xxxxxx`. */
function isInside(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xc0) === 0x80;
}
