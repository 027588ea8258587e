export { useAcpRuntime } from "./useAcpRuntime.js";
export { toThreadMessages } from "./threadMessages.js";
export { isAcpToolArtifact } from "./toolParts.js";

// Types
export type { AcpRuntimeOptions } from "./useAcpRuntime.js";
export type { AcpRuntimeAgent } from "./acpRuntimeAgent.js";
export type { AcpThreadListOptions } from "./threadList.js";
export type { AcpToolArtifact } from "./toolParts.js";
