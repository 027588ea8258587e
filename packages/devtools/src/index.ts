export { describeEvent } from "./describeEvent.js";
export { createHistory } from "./history/createHistory.js";
export { createEntryMatcher, filterEntries } from "./history/filterEntries.js";
export { nameFrames } from "./messageNames.js";
export { redactTrace } from "./redact/redactTrace.js";
export { createPlayer, MAX_PAUSE_MS } from "./trace/createPlayer.js";
export { formatEnd, formatFrame, formatTrace } from "./trace/formatTrace.js";
export { parseTrace } from "./trace/parseTrace.js";
export { recordTrace } from "./trace/recordTrace.js";
export { replayTrace } from "./trace/replayTrace.js";
export { connectReduxDevtools } from "./redux/connectReduxDevtools.js";

// Types
export type { Affected, Direction, HistoryEntry } from "./history/entry.js";
export type { HistoryFilter } from "./history/filterEntries.js";
export type { Bookmark, History, HistoryOptions, HistorySnapshot } from "./history/types.js";
export type { RedactOptions } from "./redact/redactTrace.js";
export type { Player, PlayerState } from "./trace/createPlayer.js";
export type { TraceEnd } from "./trace/lineReading.js";
export type { ParsedTrace, TraceProblem } from "./trace/parseTrace.js";
export type { TraceOptions, TraceRecording } from "./trace/recordTrace.js";
export type { ReplayOptions } from "./trace/replayTrace.js";
export type { ReduxDevtoolsOptions } from "./redux/connectReduxDevtools.js";
