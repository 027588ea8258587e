/**
 * The reviews of folders on this machine, with its files, blobs and snapshots.
 * @module
 */
export { copySnapshots } from "./copySnapshots.js";
export { gitSnapshots } from "./gitSnapshots.js";
export { listFiles } from "./listFiles.js";
export type { FolderFiles, ListFilesOptions } from "./listFiles.js";
export { nodeBlobs } from "./nodeBlobs.js";
export { nodeFiles } from "./nodeFiles.js";
export { defaultReviewDir, openReview } from "./openReview.js";
export type { NodeReview, OpenReviewOptions } from "./openReview.js";
export { openReviews } from "./openReviews.js";
export type { NodeReviews, OpenReviewsOptions } from "./openReviews.js";
export { AcpSnapshotError, isAcpSnapshotError } from "./snapshotError.js";
export type { AcpSnapshotErrorReason } from "./snapshotError.js";
