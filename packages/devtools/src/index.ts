export { describeEvent } from "./describeEvent.js";
export type { Affected } from "./history/affected.js";
export { createHistory } from "./history/createHistory.js";
export type { Direction, HistoryEntry } from "./history/entry.js";
export { entryMatcher, filterEntries } from "./history/filterEntries.js";
export type { HistoryFilter } from "./history/filterEntries.js";
export type { Bookmark, History, HistoryOptions, HistorySnapshot } from "./history/types.js";
