/**
 * Compares texts line by line.
 * @module
 */
export { diffLines } from "./diffLines.js";
export type { LineChange } from "./lineChange.js";
export { type LineHunk, type HunkLine, listHunks } from "./listHunks.js";
export { splitLines } from "./splitLines.js";
