// The parts of a conversation that a new session does not need yet. They are loaded together, as
// one file, because many small files take longer on a slow network.

export { MarkdownText } from "./content/MarkdownText.js";
export { Output } from "./content/Output.js";
export { ChangesView } from "./diff/ChangesView.js";
export { DiffView } from "./diff/DiffView.js";
export { ToolCallLineCount } from "./diff/ToolCallLineCount.js";
export { ElicitationPrompt } from "./elicitation/ElicitationPrompt.js";
export { QueuedPromptItem } from "./queue/QueuedPromptItem.js";
export { SidePanel } from "./sidePanel/SidePanel.js";
export { SidePanelButtons } from "./sidePanel/SidePanelButtons.js";
