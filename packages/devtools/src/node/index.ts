export { traceToFile } from "./traceToFile.js";
export type { TraceFile } from "./traceToFile.js";
