export { createFleet } from "./createFleet.js";

// Types
export type {
  AgentDefinition,
  Fleet,
  FleetAgent,
  FleetConnection,
  FleetOptions,
} from "./types.js";
