const NEWLINE = 0x0a;

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** Emits the text after the last newline as a line. */
  flush(): void;
}

interface LineListeners {
  readonly onLine: (line: string) => void;
  /** Called with the start of a line that is longer than `maxBytes`. The rest is dropped. */
  readonly onTooLong: (start: string) => void;
  readonly maxBytes: number;
}

/**
 * Splits bytes at newlines. Only complete lines are decoded, because a chunk may end in the middle
 * of a character. The chunks of a line are joined once, so the cost is linear in the line's length.
 */
export function createLineSplitter({ onLine, onTooLong, maxBytes }: LineListeners): LineSplitter {
  let chunks: Buffer[] = [];
  let size = 0;
  let isTooLong = false;

  function add(chunk: Buffer): void {
    if (isTooLong || chunk.length === 0) return;
    chunks.push(chunk);
    size += chunk.length;
    if (size <= maxBytes) return;
    isTooLong = true;
    onTooLong(Buffer.concat(chunks).toString("utf8", 0, 1000));
    chunks = [];
  }

  function flush(): void {
    if (!isTooLong && size > 0) onLine(Buffer.concat(chunks).toString("utf8").replace(/\r$/, ""));
    chunks = [];
    size = 0;
    isTooLong = false;
  }

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, end));
        flush();
        start = end + 1;
      }
      add(chunk.subarray(start));
    },
    flush,
  };
}
