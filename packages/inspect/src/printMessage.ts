import { write } from "node:fs";

/** The time to wait for a reader of stderr that is slow, in ms. */
const RETRY_MS = 50;

/** Prints a message on stderr, in any thread and between the lines of the agent. */
export function printMessage(text: string): Promise<void> {
  return new Promise((resolve) => {
    const print = (): void =>
      write(2, `acp-inspect: ${text}\n`, (error) =>
        // The pipe does not block, so that the agent's output can wait in it.
        error?.code === "EAGAIN" ? void setTimeout(print, RETRY_MS) : resolve(),
      );
    print();
  });
}
