import { isObject } from "./isObject.js";

/** The number of characters of a line that is not a message that the store is shown. */
const SHOWN_LENGTH = 1000;

/**
 * Parses a line of text as a JSON-RPC message. The start of a line that is not a message is returned as a
 * string, which the store rejects with a diagnostic.
 */
export function parseMessageLine(line: string, onInvalidLine?: (line: string) => void): unknown {
  try {
    const message: unknown = JSON.parse(line);
    if (isObject(message) && ("method" in message || "id" in message)) return message;
  } catch {
    // The line itself is returned.
  }
  onInvalidLine?.(line);
  return line.slice(0, SHOWN_LENGTH);
}
