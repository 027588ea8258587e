export { AcpFleetError, isAcpFleetError } from "./errors.js";
export { handOff } from "./handOff.js";
export { findContinuations } from "./overview/findContinuations.js";
export { createOverview } from "./overview/createOverview.js";
export { watchNews } from "./overview/watchNews.js";
export { parseSessionKey, sessionKey } from "./overview/sessionKey.js";
export { followSession } from "./view/followSession.js";

// Types
export type { AcpFleetErrorReason } from "./errors.js";
export type { HandOffOptions } from "./handOff.js";
export type { Overview, OverviewState } from "./overview/createOverview.js";
export type {
  InboxItem,
  InboxItemFields,
  OverviewCounts,
  OverviewSession,
} from "./overview/inbox.js";
export type { NewsOptions } from "./overview/watchNews.js";
export type { AgentEntries, AgentEntry, AgentStatus, FleetView } from "./view/fleetView.js";
export type { FollowedSession } from "./view/followSession.js";
export type { SessionRef } from "./overview/sessionKey.js";
