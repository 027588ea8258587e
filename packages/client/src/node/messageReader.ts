const NEWLINE = 0x0a;

/** Splits bytes into lines and parses each line as JSON. */
export interface MessageReader {
  /**
   * Returns the messages whose lines end in a chunk. A line that is not JSON is returned as a
   * string, because it is a message that the store rejects with a diagnostic.
   *
   * @throws RangeError if a line is longer than the limit.
   */
  push(chunk: Buffer): unknown[];
  /** Returns the message after the last newline, if there is one. */
  flush(): unknown[];
}

/** Creates a reader. `onInvalidLine` is called with each line that is not a JSON object. */
export function createMessageReader(
  maxMessageBytes: number,
  onInvalidLine: (line: string) => void,
): MessageReader {
  // The chunks of a line are joined once, so the cost is linear in its length.
  let chunks: Buffer[] = [];
  let size = 0;

  function add(chunk: Buffer): void {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxMessageBytes)
      throw new RangeError(
        `The agent sent a message of more than ${maxMessageBytes} bytes, so the connection was ended. If such messages are expected, increase maxMessageBytes.`,
      );
  }

  function takeMessages(): unknown[] {
    const [first] = chunks;
    const bytes = chunks.length === 1 && first ? first : Buffer.concat(chunks);
    const line = bytes.toString("utf8").trim();
    chunks = [];
    size = 0;
    return line === "" ? [] : [parseLine(line)];
  }

  function parseLine(line: string): unknown {
    let message: unknown = line;
    try {
      message = JSON.parse(line);
    } catch {
      // The line itself is returned.
    }
    if (typeof message !== "object" || message === null || Array.isArray(message))
      onInvalidLine(line);
    return message;
  }

  return {
    push(chunk) {
      const messages: unknown[] = [];
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, end));
        for (const message of takeMessages()) messages.push(message);
        start = end + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
      return messages;
    },
    flush: takeMessages,
  };
}
