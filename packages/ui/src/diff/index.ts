export { ChangesView } from "./ChangesView.js";
export type { ChangesViewProps } from "./ChangesView.js";
export { DiffView } from "./DiffView.js";
export type { DiffViewProps } from "../context/slots.js";
export { ToolCallLineCount } from "./ToolCallLineCount.js";
export type { ToolCallLineCountProps } from "./ToolCallLineCount.js";
export type { DiffRow, LineDiff } from "./computeLineDiff.js";
export { getPatchDiffs } from "./changesItem.js";
export { getLineDiff } from "./diffItem.js";
