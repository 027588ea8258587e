export { folderStorage } from "./folderStorage.js";
export { serveStdio } from "./serveStdio.js";
