export {
  FleetProvider,
  useAgents,
  useFleet,
  useFleetSessions,
  useFleetUsage,
  useInbox,
  useOverviewCounts,
} from "./fleetContext.js";
export { FleetSession } from "./FleetSession.js";
export { useNotifications } from "./useNotifications.js";

// Types
export type { FleetProviderProps } from "./fleetContext.js";
export type { FleetSessionProps } from "./FleetSession.js";
export type { NotificationOptions, NotificationText } from "./useNotifications.js";
