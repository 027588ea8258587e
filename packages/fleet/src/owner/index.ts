export { createFleet } from "./createFleet.js";

// Types
export type {
  AgentDefinition,
  Fleet,
  FleetAgent,
  FleetOptions,
} from "./types.js";
