const NEWLINE = 0x0a;

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** Hands out what came after the last newline. */
  flush(): void;
}

interface LineListeners {
  readonly onLine: (line: string) => void;
  /** A line ran over `maxBytes`: its start. The rest of it is dropped. */
  readonly onTooLong: (start: string) => void;
  readonly maxBytes: number;
}

/**
 * Splits bytes at newlines. It decodes whole lines only, since a chunk may end inside a
 * character, and joins the chunks of a line once, so that a line of megabytes costs its length.
 */
export function createLineSplitter({ onLine, onTooLong, maxBytes }: LineListeners): LineSplitter {
  let parts: Buffer[] = [];
  let size = 0;
  let isTooLong = false;

  function add(part: Buffer): void {
    if (isTooLong || part.length === 0) return;
    parts.push(part);
    size += part.length;
    if (size <= maxBytes) return;
    isTooLong = true;
    onTooLong(Buffer.concat(parts).toString("utf8", 0, 1000));
    parts = [];
  }

  function flush(): void {
    if (!isTooLong && size > 0) onLine(Buffer.concat(parts).toString("utf8").replace(/\r$/, ""));
    parts = [];
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
