import { parseMessageLine } from "../messageLine.js";

const NEWLINE = 0x0a;

/** Splits bytes into lines and parses each line as JSON. */
export interface MessageReader {
  /**
   * Returns the messages whose lines end in a chunk. The start of a line that is not a message is returned
   * as a string, which the store rejects with a diagnostic.
   *
   * @throws RangeError if a line is longer than the limit.
   */
  push(chunk: Buffer): unknown[];
  /** Returns the message after the last newline, if there is one. */
  flush(): unknown[];
}

/** Creates a reader. `onInvalidLine` is called with each line that is not a JSON-RPC message. */
export function createMessageReader(
  maxMessageBytes: number,
  onInvalidLine: (line: string) => void,
): MessageReader {
  // The parts of a line are joined once, so the cost is linear in its length.
  let parts: Buffer[] = [];
  let size = 0;

  function add(chunk: Buffer, start: number): void {
    checkSize(chunk.length - start);
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
  }

  function checkSize(added: number): void {
    if (size + added > maxMessageBytes)
      throw new RangeError(
        `The agent sent a message of more than ${maxMessageBytes} bytes, so the connection was ended. If such messages are expected, increase maxMessageBytes.`,
      );
  }

  /** Returns the line that ends at a position of the chunk. */
  function takeLine(chunk: Buffer, start: number, end: number): string {
    checkSize(end - start);
    // Decoding a range of the chunk is cheaper than creating a buffer for each line.
    if (parts.length === 0) return chunk.toString("utf8", start, end);
    parts.push(chunk.subarray(start, end));
    return takeParts();
  }

  function takeParts(): string {
    const line = Buffer.concat(parts).toString("utf8");
    parts = [];
    size = 0;
    return line;
  }

  function addMessage(messages: unknown[], untrimmed: string): void {
    const line = untrimmed.trim();
    if (line !== "") messages.push(parseMessageLine(line, onInvalidLine));
  }

  return {
    push(chunk) {
      const messages: unknown[] = [];
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        addMessage(messages, takeLine(chunk, start, end));
        start = end + 1;
      }
      if (start < chunk.length) add(chunk, start);
      return messages;
    },
    flush() {
      const messages: unknown[] = [];
      addMessage(messages, takeParts());
      return messages;
    },
  };
}
