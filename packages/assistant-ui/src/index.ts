export { type AcpRuntimeOptions, useAcpRuntime } from "./useAcpRuntime.js";
export type { AcpRuntimeAgent } from "./acpRuntimeAgent.js";
export type { AcpThreadListOptions } from "./threadList.js";
export { toThreadMessages } from "./threadMessages.js";
export { type AcpToolArtifact, isAcpToolArtifact } from "./toolParts.js";
