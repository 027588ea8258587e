/**
 * Records a trace to a file.
 * @module
 */
export { traceToFile } from "./traceToFile.js";
export type { TraceFile } from "./traceToFile.js";
