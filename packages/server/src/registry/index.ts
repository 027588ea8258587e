/**
 * Agents that users add from the registry.
 * @module
 */
export { registryRequests } from "./registryRequests.js";

// Types
export type { RegistryRequestsOptions } from "./registryRequests.js";
