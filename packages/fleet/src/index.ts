export { AcpFleetError, isAcpFleetError } from "./errors.js";
export { createOverview } from "./overview/createOverview.js";
export { isAgentId, parseSessionKey, sessionKey } from "./overview/sessionKey.js";

// Types
export type { AcpFleetErrorReason } from "./errors.js";
export type { Overview, OverviewState } from "./overview/createOverview.js";
export type { FleetSession, InboxItem, OverviewCounts } from "./overview/inbox.js";
export type { SessionRef } from "./overview/sessionKey.js";
