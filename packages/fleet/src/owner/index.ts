export { createFleet } from "./createFleet.js";

// Types
export type {
  AgentConnectOptions,
  AgentDefinition,
  AgentLaunch,
  Fleet,
  FleetAgent,
  FleetConnection,
  FleetOptions,
} from "./types.js";
