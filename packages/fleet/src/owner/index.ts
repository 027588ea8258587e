export { createFleet } from "./createFleet.js";

// Types
export type {
  AgentDefinition,
  AgentEntry,
  AgentStatus,
  Fleet,
  FleetAgent,
  FleetOptions,
} from "./types.js";
