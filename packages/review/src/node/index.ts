/**
 * Files, blobs and snapshots on this machine.
 * @module
 */
export type {
  Blobs,
  ContentId,
  FileChange,
  FileContent,
  FileMode,
  Files,
  Snapshot,
  Snapshots,
} from "../files.js";
export { copySnapshots } from "./copySnapshots.js";
export { gitSnapshots } from "./gitSnapshots.js";
export { nodeBlobs } from "./nodeBlobs.js";
export { nodeFiles } from "./nodeFiles.js";
export { AcpSnapshotError, isAcpSnapshotError } from "./snapshotError.js";
export type { AcpSnapshotErrorReason } from "./snapshotError.js";
