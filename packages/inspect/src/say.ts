import { write } from "node:fs";

/**
 * Says something on stderr. Not by `process.stderr`, which would make the pipe that is shared with
 * the agent one that does not block, and agents are not made for that.
 */
export function say(text: string): Promise<void> {
  return new Promise((resolve) => write(2, `acp-inspect: ${text}\n`, () => resolve()));
}
