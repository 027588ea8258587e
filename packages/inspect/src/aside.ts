import { Worker } from "node:worker_threads";
import type { Frame } from "@acp-store/core";
import type { InspectorOptions } from "./inspector.js";
import { say } from "./say.js";
import type { ToWorker } from "./worker.js";

/** The inspector as the pass-through sees it: never in the way, whatever it does. */
export interface Aside {
  look(dir: Frame["dir"], bytes: Buffer): void;
  /** Resolves when all is written and shown, or that takes too long. */
  end(reason: string): Promise<void>;
}

/** How far behind it may be, in bytes. Only this much memory can it cost. */
const MOST_BEHIND = 256 * 1024 * 1024;
/** Time to write what is left, in ms. */
const GRACE_MS = 5000;

/**
 * Runs the inspector in a thread of its own, so that reading a message of megabytes, or a slow disk,
 * delays no byte that is passed on. When it fails or falls too far behind, that is said once, and the
 * agent works on without it.
 */
export function inspectAside(options: InspectorOptions): Aside {
  const worker = new Worker(new URL("worker.js", import.meta.url), { workerData: options });
  const start = performance.now();
  const sinceStart = (): number => Math.round(performance.now() - start);
  let behind = 0;
  let isOn = true;
  let failure: Promise<void> | undefined;
  const over = new Promise<void>((resolve) => void worker.once("exit", () => resolve()));

  function giveUp(why: string): void {
    isOn = false;
    failure ??= say(`nothing is inspected any more: ${why}. The agent works on.`);
    void worker.terminate();
  }
  const send = (message: ToWorker, moved: ArrayBuffer[] = []): void =>
    worker.postMessage(message, moved);

  worker.on("message", (looked: number) => (behind -= looked));
  worker.on("error", (error) => giveUp(String(error)));
  return {
    look(dir, seen) {
      if (!isOn) return;
      behind += seen.length;
      if (behind > MOST_BEHIND) return giveUp(`it is ${behind} bytes behind`);
      // A copy: the bytes themselves are on their way.
      const bytes = new Uint8Array(seen);
      send({ dir, t: sinceStart(), bytes }, [bytes.buffer]);
    },
    async end(reason) {
      if (isOn) send({ end: reason, t: sinceStart() });
      isOn = false;
      const late = new Promise<void>((resolve) => void setTimeout(resolve, GRACE_MS));
      await Promise.race([over.then(() => failure), late]);
    },
  };
}
