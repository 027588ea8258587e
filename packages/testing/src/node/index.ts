/**
 * Scripted agents as programs, and their storage in a folder.
 * @module
 */
export { folderTranscripts } from "./folderTranscripts.js";
export { serveStdio } from "./serveStdio.js";
