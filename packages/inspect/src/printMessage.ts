import { write } from "node:fs";

/**
 * Prints a message on stderr. `process.stderr` would make the pipe non-blocking, and the agent,
 * which shares it, may not support that.
 */
export function printMessage(text: string): Promise<void> {
  return new Promise((resolve) => write(2, `acp-inspect: ${text}\n`, () => resolve()));
}
