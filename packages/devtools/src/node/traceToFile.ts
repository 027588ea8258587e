import type { ReadableAcpStore } from "@acp-store/core";
import { formatFrame, recordTrace } from "@acp-store/devtools";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/** A trace that is being written to a file. */
export interface TraceFile {
  /**
   * Stops recording. Resolves when the file is complete. Rejects if the file could not be written; in
   * that case, the recording has already stopped. Write errors never affect the store.
   */
  close(): Promise<void>;
}

/**
 * Appends the messages of a store, and the lines of the agent's stderr, to a `.jsonl` file. If the disk is slower than the agent, lines
 * wait in memory and are written together.
 *
 * @example
 * ```ts
 * const trace = traceToFile(store, "session.jsonl");
 * // …
 * await trace.close();
 * ```
 */
export function traceToFile(store: Pick<ReadableAcpStore, "inspect">, path: string): TraceFile {
  let pendingLines: string[] = [];
  let isStopped = false;
  let wakeWriter: () => void = () => {};

  async function* chunks(): AsyncIterable<string> {
    while (pendingLines.length > 0 || !isStopped) {
      if (pendingLines.length === 0) await new Promise<void>((resolve) => (wakeWriter = resolve));
      const text = pendingLines.join("");
      pendingLines = [];
      if (text !== "") yield text;
    }
  }

  function stop(): void {
    recording.stop();
    isStopped = true;
    wakeWriter();
  }

  const recording = recordTrace(store, {
    sink: (frame) => {
      pendingLines.push(`${formatFrame(frame)}\n`);
      wakeWriter();
    },
  });
  const written = pipeline(chunks, createWriteStream(path, { flags: "a" }));
  // Avoids an unhandled rejection before `close` is called, which returns the same promise.
  written.catch(() => {
    stop();
    pendingLines = [];
  });
  return {
    close: () => {
      stop();
      return written;
    },
  };
}
