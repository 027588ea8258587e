import { parentPort, workerData } from "node:worker_threads";
import { createInspector, type InspectorOptions, type Passed } from "./inspector.js";

/** What the main thread sends: bytes that went by, and at last how it ended. */
export type ToWorker = Passed | { readonly end: string; readonly t: number };

const inspector = createInspector(workerData as InspectorOptions);

parentPort?.on("message", (message: ToWorker) => {
  if ("end" in message)
    return void inspector.end(message.end, message.t).then(() => process.exit(0));
  inspector.look(message);
  parentPort?.postMessage(message.bytes.length);
});
