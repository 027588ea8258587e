export { createFleet } from "./createFleet.js";

// Types
export type {
  AgentConnectOptions,
  AgentDefinition,
  Fleet,
  FleetAgent,
  FleetConnection,
  FleetOptions,
} from "./types.js";
