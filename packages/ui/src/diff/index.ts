export { ChangesView } from "./ChangesView.js";
export { DiffView } from "./DiffView.js";
export { ToolCallLineCount } from "./ToolCallLineCount.js";
export type { LineSegment } from "./changedWords.js";
export type { DiffRow, LineDiff } from "./computeLineDiff.js";
export { getPatchDiffs, isChangesItem } from "./changesItem.js";
export { getLineDiff, isDiffItem } from "./diffItem.js";
