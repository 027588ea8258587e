const NEWLINE = 0x0a;

/** Takes bytes as they come. */
export interface LineSplitter {
  push(bytes: Uint8Array): void;
  /** Hands out what came after the last newline. */
  flush(): void;
}

/**
 * Splits bytes at newlines. Only whole lines are decoded, since a piece may end inside a character, and
 * they are joined once, so that a line of megabytes costs its length. Of a line that is longer than
 * `maxBytes` only the start is handed out.
 */
export function splitLines(
  onLine: (line: string, isCut: boolean) => void,
  maxBytes: number,
): LineSplitter {
  let parts: Uint8Array[] = [];
  let size = 0;
  let isCut = false;

  function add(part: Uint8Array): void {
    const room = part.subarray(0, maxBytes - size);
    isCut ||= room.length < part.length;
    if (room.length === 0) return;
    parts.push(room);
    size += room.length;
  }

  function flush(): void {
    if (size > 0) onLine(Buffer.concat(parts).toString("utf8").replace(/\r$/, ""), isCut);
    parts = [];
    size = 0;
    isCut = false;
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
