import type { ContentId } from "../files.js";
import type { CosmeticChange } from "../model/hunkIds.js";
import type { SessionKey } from "../follow/followStore.js";
import type { Origin } from "../model/origin.js";
import type { ActionKind } from "./savedState.js";

/** The changes of a folder that the user has to decide, and the decisions. It is JSON, except for the map. */
export interface ReviewState {
  /** The files with changes to decide, by path. */
  readonly files: ReadonlyMap<string, ReviewedFile>;
  /** The actions that can be undone, the newest last. */
  readonly undo: readonly ReviewAction[];
  /** The actions that were undone and can be repeated, the newest last. */
  readonly redo: readonly ReviewAction[];
  /** The ended turns that changed files, the newest last. */
  readonly turns: readonly ReviewedTurn[];
  /** The states of the folder that can be restored, the newest last. */
  readonly checkpoints: readonly Checkpoint[];
  /** The rejections that wait for the end of a turn. */
  readonly queued: readonly HunkRef[];
  /** The texts about rejections, which the next prompts contain. */
  readonly feedback: readonly ReviewFeedback[];
  /**
   * Whether changes that no agent reports are found. They are not if the folder is too large for
   * snapshots, or if there are none.
   */
  readonly findsUnreported: boolean;
}

/** Returns the state of a folder without changes. */
export function createReviewState(): ReviewState {
  return {
    files: new Map(),
    ...{ undo: [], redo: [], turns: [], checkpoints: [], queued: [], feedback: [] },
    findsUnreported: true,
  };
}

/** A turn that changed files. */
export interface ReviewedTurn extends SessionKey {
  readonly turnId: string;
  /** The time of its end, in ms since the epoch. */
  readonly at: number;
  readonly paths: readonly string[];
}

/** The state of the folder before a turn. */
export interface Checkpoint extends SessionKey {
  readonly checkpointId: string;
  readonly turnId: string;
  /** The key of the user's message that began the turn. */
  readonly messageId?: string;
  /** The time, in ms since the epoch. */
  readonly at: number;
  /** Set if the agent worked already when it was taken, so that it may contain changes of the turn. */
  readonly late?: true;
}

/** A text about rejections, which the next prompt of a session contains. */
export interface ReviewFeedback extends SessionKey {
  readonly text: string;
}

/** A decision of the user. */
export interface ReviewAction {
  readonly actionId: string;
  readonly kind: ActionKind;
  readonly paths: readonly string[];
  /** The time of the decision, in ms since the epoch. */
  readonly at: number;
}

/** A file with changes to decide. */
export interface ReviewedFile {
  /** The path relative to the folder, with `/`. */
  readonly path: string;
  /** The content that the user has accepted. */
  readonly base: ContentId;
  /** The content on disk. */
  readonly current: ContentId;
  /** Grows with every change of the file or its hunks. */
  readonly revision: number;
  /** `large` and `binary` files and links are decided as a whole. */
  readonly kind: "text" | "binary" | "link" | "large";
  readonly change: "add" | "modify" | "delete" | "mode";
  /** The path of a deleted file with the same content, for display: the file was moved. */
  readonly oldPath?: string;
  readonly hunks: readonly Hunk[];
  /** The number of lines that were added. 0 if the file is decided as a whole. */
  readonly added: number;
  /** The number of lines that were removed. 0 if the file is decided as a whole. */
  readonly removed: number;
  /** Set if nobody knows the file from before the change. It can only be kept. */
  readonly noBase?: true;
}

/** A change to decide. */
export interface Hunk {
  /** Follows from the lines, not the position, so it stays while other hunks come and go. */
  readonly hunkId: string;
  /** The lines in the base, from the first up to and excluding the last. */
  readonly base: readonly [number, number];
  /** The lines in the current text, from the first up to and excluding the last. */
  readonly current: readonly [number, number];
  /** The authors of the lines in the current text. */
  readonly origins: readonly { readonly lines: readonly [number, number]; readonly by: Origin }[];
  /** Whether it contains lines of the user or of unknown origin. It is only rejected if the caller says so. */
  readonly protected: boolean;
  /** Present if only line breaks or white space differ. */
  readonly cosmetic?: CosmeticChange;
}

/** A hunk, and the revision of the file that the caller has seen. */
export interface HunkRef {
  readonly path: string;
  readonly hunkId: string;
  readonly revision?: number;
}

/** The changes to decide: a hunk, a list of hunks, those of a file, those of an ended turn, or all. */
export type ReviewTarget =
  | HunkRef
  | { readonly hunks: readonly HunkRef[] }
  | { readonly path: string }
  | { readonly turnId: string }
  | "all";

/**
 * The outcome for one file.
 * - `done`: the decision was carried out
 * - `queued`: it is carried out when the turn ends that wrote the lines
 * - `changed`: the hunk is not what the caller saw, or the file kept changing. Nothing was written
 * - `protected`: it contains lines of the user or of unknown origin. Nothing was written
 * - `conflict`: a later change touches the same lines. Nothing was written
 * - `no-base`: nobody knows the file from before. Nothing was written
 * - `failed`: the file could not be written
 */
export type ReviewOutcome =
  | "done"
  | "queued"
  | "changed"
  | "protected"
  | "conflict"
  | "no-base"
  | "failed";

/** The result of a decision. */
export interface ReviewResult {
  /** Undoes the decision. */
  readonly actionId: string;
  /** By path. */
  readonly outcomes: ReadonlyMap<string, ReviewOutcome>;
}
