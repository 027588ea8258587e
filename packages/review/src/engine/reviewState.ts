import type { ContentId } from "../files.js";
import type { CosmeticChange } from "../model/hunkIds.js";
import type { Origin } from "../model/origin.js";

/** The changes of a folder that the user has to decide, and the decisions. It is JSON, except for the map. */
export interface ReviewState {
  /** The files with changes to decide, by path. */
  readonly files: ReadonlyMap<string, ReviewedFile>;
  /** The actions that can be undone, the newest last. */
  readonly undo: readonly ReviewAction[];
  /** The actions that were undone and can be repeated, the newest last. */
  readonly redo: readonly ReviewAction[];
}

/** A decision of the user. */
export interface ReviewAction {
  readonly actionId: string;
  readonly kind: "keep" | "reject";
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
  readonly hunks: readonly Hunk[];
  /** The number of lines that were added. 0 if the file is decided as a whole. */
  readonly added: number;
  /** The number of lines that were removed. 0 if the file is decided as a whole. */
  readonly removed: number;
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

/** The hunks that a decision is about: one, those of a file, or all. */
export type ReviewTarget = HunkRef | { readonly path: string } | "all";

/**
 * The outcome for one file.
 * - `done`: the decision was carried out
 * - `changed`: the hunk is not what the caller saw, or the file kept changing. Nothing was written
 * - `protected`: it contains lines of the user or of unknown origin. Nothing was written
 * - `conflict`: a later change touches the same lines. Nothing was written
 * - `failed`: the file could not be written
 */
export type ReviewOutcome = "done" | "changed" | "protected" | "conflict" | "failed";

/** The result of a decision. */
export interface ReviewResult {
  readonly actionId: string;
  /** By path. */
  readonly outcomes: ReadonlyMap<string, ReviewOutcome>;
}
