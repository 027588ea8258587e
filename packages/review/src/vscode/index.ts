/**
 * The files of a review in an extension of VS Code, with the unsaved text of editors.
 * @module
 */
export type { VscodeApi, VscodeDocument, VscodeDocumentChange } from "./vscodeApi.js";
export { vscodeFiles } from "./vscodeFiles.js";
