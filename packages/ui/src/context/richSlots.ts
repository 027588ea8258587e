// The slots are loaded together, as one file, because many small files take longer on a slow network.

export { MarkdownText } from "../markdown/MarkdownText.js";
export { Output } from "../output/Output.js";
export { ChangesView } from "../diff/ChangesView.js";
export { DiffView } from "../diff/DiffView.js";
export { ToolCallLineCount } from "../diff/ToolCallLineCount.js";
