import { Worker } from "node:worker_threads";
import type { Frame } from "@acp-store/core";
import type { InspectorOptions } from "./inspector.js";
import { printMessage } from "./printMessage.js";
import type { WorkerMessage } from "./worker.js";

/** An inspector in a worker thread. It never delays or breaks the forwarding of bytes. */
export interface BackgroundInspector {
  /** Inspects a copy of the bytes. */
  inspect(dir: Frame["dir"], bytes: Buffer): void;
  /** Resolves when everything is recorded and sent to the pages, or after a time limit. */
  end(reason: string): Promise<void>;
}

/** The number of bytes that may wait for the worker. It bounds the memory they take. */
const MAX_BYTES_BEHIND = 256 * 1024 * 1024;
/** The time that the worker has to finish after the agent has ended, in ms. */
const FINISH_TIMEOUT_MS = 5000;

/**
 * Runs the inspector in a worker thread, so that parsing a large message or writing to a slow disk
 * does not delay any forwarded byte. If the inspector fails or falls too far behind, it is stopped
 * with a single message, and the agent keeps running without it.
 */
export function startBackgroundInspector(options: InspectorOptions): BackgroundInspector {
  const worker = new Worker(new URL("worker.js", import.meta.url), { workerData: options });
  const start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  let bytesBehind = 0;
  let isRunning = true;
  let failureMessage: Promise<void> | undefined;
  const exited = new Promise<void>((resolve) => void worker.once("exit", () => resolve()));

  function stop(reason: string): void {
    isRunning = false;
    failureMessage ??= printMessage(`inspection stopped: ${reason}. The agent keeps running.`);
    void worker.terminate();
  }
  const post = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void =>
    worker.postMessage(message, transfer);

  worker.on("message", (inspectedBytes: number) => (bytesBehind -= inspectedBytes));
  worker.on("error", (error) => stop(String(error)));
  return {
    inspect(dir, buffer) {
      if (!isRunning) return;
      bytesBehind += buffer.length;
      if (bytesBehind > MAX_BYTES_BEHIND) return stop(`it is ${bytesBehind} bytes behind`);
      // The original bytes are still being forwarded, so transfer a copy.
      const bytes = new Uint8Array(buffer);
      post({ dir, t: elapsed(), bytes }, [bytes.buffer]);
    },
    async end(reason) {
      if (isRunning) post({ end: reason, t: elapsed() });
      isRunning = false;
      const timeout = new Promise<void>((resolve) => void setTimeout(resolve, FINISH_TIMEOUT_MS));
      await Promise.race([exited.then(() => failureMessage), timeout]);
    },
  };
}
