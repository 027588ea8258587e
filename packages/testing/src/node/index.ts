/**
 * Scripted agents as programs, and their storage in a folder.
 * @module
 */
export { folderStorage } from "./folderStorage.js";
export { serveStdio } from "./serveStdio.js";
