export { connectFleet } from "./connectFleet.js";
export { hostFleet } from "./hostFleet.js";
export { NOT_ADMITTED } from "./wire.js";

// Types
export type {
  FleetConnectionState,
  FleetStatus,
  RemoteFleet,
  RequestOptions,
} from "./connectFleet.js";
export type { FleetHost } from "./hostFleet.js";
export type { FleetRights, HostFleetOptions, PageRequest, PageRequests } from "./rights.js";
