// Listing agents
export { loadRegistry } from "./loadRegistry.js";
export { parseRegistry } from "./parseRegistry.js";

// Launching agents
export { explainLaunchFailure } from "./launchFailure.js";
export { installBinary, removeOldVersions } from "./installBinary.js";
export { launchPlans } from "./launchPlans.js";
export { userPath } from "./userPath.js";

// Errors
export { AcpRegistryError, isAcpRegistryError } from "./errors.js";

// Types: listing agents
export type { LoadedRegistry, LoadRegistryOptions } from "./loadRegistry.js";
export type { Registry, SkippedEntry } from "./parseRegistry.js";
export type {
  AgentDistribution,
  AgentPlatform,
  BinaryDistribution,
  PackageDistribution,
  RegistryAgent,
} from "./registrySchema.js";

// Types: launching agents
export type {
  BinaryLaunchPlan,
  LaunchPlan,
  LaunchPlanBase,
  PackageLaunchPlan,
} from "./launchPlans.js";
export type { DownloadProgress, InstallOptions } from "./installBinary.js";
export type {
  LaunchFailure,
  LaunchFailureExplanation,
  LaunchFailureKind,
} from "./launchFailure.js";
export type { UserPathOptions } from "./userPath.js";

// Types: errors
export type { AcpRegistryErrorReason } from "./errors.js";
