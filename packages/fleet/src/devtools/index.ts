/**
 * The devtools of agents whose owner is in another process.
 * @module
 */
export { FleetDevtools } from "./FleetDevtools.js";
export { followFrames } from "./followFrames.js";

// Types
export type { FleetDevtoolsProps } from "./FleetDevtools.js";
export type { FollowedFrames, FramesState, FramesStatus } from "./followFrames.js";
