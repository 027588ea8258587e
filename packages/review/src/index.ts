/**
 * The review of what agents do to files: keep, reject, undo, restore. It runs in every environment. On a
 * machine with Node, `openReview` of `@acp-store/review/node` supplies the files and the storage.
 * @module
 */
export { createReview } from "./createReview.js";
export { memoryFolder } from "./memoryFolder.js";
export { explainOrigin, findTurnPrompt } from "./display/explainOrigin.js";
export { listHunkLines } from "./display/hunkLines.js";
export { getRemainingLines, getTurnGroup, groupByTurn } from "./display/turnGroups.js";
export type {
  EditPreview,
  Review,
  ReviewedVersion,
  ReviewOptions,
  ReviewTexts,
  ReviewView,
} from "./createReview.js";
export type { MemoryFolder } from "./memoryFolder.js";
export type {
  AgentExplanation,
  OriginExplanation,
  OriginPermission,
  OriginPrompt,
  PermissionAnswer,
} from "./display/explainOrigin.js";
export type { HunkLines } from "./display/hunkLines.js";
export type {
  GroupedFile,
  OriginTurn,
  RemainingLines,
  TurnGroup,
} from "./display/turnGroups.js";
export type { RejectOptions } from "./engine/decisions.js";
export type { LeftFile, RestoredFile, RestoreOptions, RestorePlan } from "./engine/restoring.js";
export type {
  Checkpoint,
  Hunk,
  HunkRef,
  ReviewAction,
  ReviewedFile,
  ReviewedTurn,
  ReviewFeedback,
  ReviewOutcome,
  ReviewResult,
  ReviewState,
  ReviewTarget,
} from "./engine/reviewState.js";
export type { ActionKind, SeenVersion } from "./engine/savedState.js";
export type {
  Blobs,
  ContentId,
  FileChange,
  FileContent,
  FileMode,
  Files,
  Snapshot,
  Snapshots,
} from "./files.js";
export type { SessionKey } from "./follow/followStore.js";
export type { PermissionKey, ReviewedConnection } from "./follow/folderWork.js";
export type { CosmeticChange } from "./model/hunkIds.js";
export type { AgentOrigin, Origin, ProtectedOrigin } from "./model/origin.js";
export type { EditMismatch, PreviewedText } from "./model/previewEdits.js";
