import type { AcpStore } from "@acp-store/core";
import { formatFrame, recordTrace } from "@acp-store/devtools";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/** A trace that is being written. */
export interface TraceFile {
  /**
   * Stops recording; resolves when all of it is in the file. Rejects with the error if the file could
   * not be written: then the recording has ended there, and the store has heard nothing of it.
   */
  close(): Promise<void>;
}

/**
 * Appends the messages that a store sees to a `.jsonl` file, as they come. When the disk is slower
 * than the agent, lines wait in memory and go out together.
 *
 * @example
 * ```ts
 * const trace = traceToFile(store, "session.jsonl");
 * // …
 * await trace.close();
 * ```
 */
export function traceToFile(store: Pick<AcpStore, "inspect">, path: string): TraceFile {
  let waiting: string[] = [];
  let isOver = false;
  let wake: () => void = () => {};

  async function* lines(): AsyncIterable<string> {
    while (waiting.length > 0 || !isOver) {
      if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const text = waiting.join("");
      waiting = [];
      if (text !== "") yield text;
    }
  }

  function stop(): void {
    recording.stop();
    isOver = true;
    wake();
  }

  const recording = recordTrace(store, {
    sink: (frame) => {
      waiting.push(`${formatFrame(frame)}\n`);
      wake();
    },
  });
  const written = pipeline(lines, createWriteStream(path, { flags: "a" }));
  // Nobody may be waiting yet; whoever closes the file hears of it.
  written.catch(() => {
    stop();
    waiting = [];
  });
  return {
    close: () => {
      stop();
      return written;
    },
  };
}
