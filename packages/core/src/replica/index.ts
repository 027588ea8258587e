/**
 * Tools that follow a store by its patches, without zod and reducers.
 * @module
 */
export { createPatchMerger, type PatchMerger } from "../commit/patchMerger.js";
export { getPatchTarget, type PatchTarget } from "../commit/patchTarget.js";
export { type AcpReplica, createReplica, type ReplicaOptions } from "./createReplica.js";
export type {
  HostedLaneStats,
  HostedMirrorStats,
  HostFailure,
  LanePosition,
  LinkFailure,
  MirrorHostStats,
  MirrorLaneStats,
  MirrorStats,
  RefusedAction,
  RunningActionStats,
} from "./mirrorStats.js";
