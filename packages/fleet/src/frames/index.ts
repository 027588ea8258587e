/**
 * The log of frames and the queue that feeds a store with them. `acp-inspect` uses them, too.
 * @module
 */
export { createFeed } from "./feed.js";
export { createFrameLog } from "./frameLog.js";

// Types
export type { Feed } from "./feed.js";
export type { FrameLog, FrameLogBatch, FrameLogLimits } from "./frameLog.js";
