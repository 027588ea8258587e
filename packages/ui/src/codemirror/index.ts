/**
 * Mentions of what is in a CodeMirror 6 editor.
 * @module
 */
export { symbolMentions } from "./symbolMentions.js";
export type { OpenFile } from "./symbolMentions.js";
