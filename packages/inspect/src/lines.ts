const NEWLINE = 0x0a;

export interface LineSplitter {
  push(bytes: Uint8Array): void;
  /** Emits the text after the last newline as a line. */
  flush(): void;
}

/**
 * Splits bytes at newlines. Only complete lines are decoded, because a chunk may end in the middle
 * of a character. The chunks of a line are joined once, so the cost is linear in the line's length.
 * A line longer than `maxBytes` is truncated.
 */
export function splitLines(
  onLine: (line: string, isTruncated: boolean) => void,
  maxBytes: number,
): LineSplitter {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let isTruncated = false;

  function add(bytes: Uint8Array): void {
    const chunk = bytes.subarray(0, maxBytes - size);
    isTruncated ||= chunk.length < bytes.length;
    if (chunk.length === 0) return;
    chunks.push(chunk);
    size += chunk.length;
  }

  function flush(): void {
    if (size > 0) onLine(Buffer.concat(chunks).toString("utf8").replace(/\r$/, ""), isTruncated);
    chunks = [];
    size = 0;
    isTruncated = false;
  }

  return {
    push(bytes) {
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        add(bytes.subarray(start, end));
        flush();
        start = end + 1;
      }
      add(bytes.subarray(start));
    },
    flush,
  };
}
