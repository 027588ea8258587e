/**
 * CodeMirror 6 beside the panel: its look, and mentions of what is in an editor.
 * @module
 */
export { panelTheme } from "./panelTheme.js";
export { symbolMentions } from "./symbolMentions.js";
export type { OpenFile } from "./symbolMentions.js";
