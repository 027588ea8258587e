import { parentPort, workerData } from "node:worker_threads";
import { type Chunk, createInspector, type InspectorOptions } from "./inspector.js";

/** A message from the main thread: forwarded bytes or, last, how the agent ended. */
export type WorkerMessage = Chunk | { readonly end: string; readonly t: number };

const inspector = createInspector(workerData as InspectorOptions);

parentPort?.on("message", (message: WorkerMessage) => {
  if ("end" in message)
    return void inspector.end(message.end, message.t).then(() => process.exit(0));
  inspector.inspect(message);
  parentPort?.postMessage(message.bytes.length);
});
