import { splitLines } from "@acp-store/core/diff";
import type { ContentId, FileMode } from "../files.js";

/** A version of a text file, whose lines can be decided one by one. */
export interface TextVersion {
  readonly kind: "text";
  /** The lines with their terminators. Joined, they are the text. */
  readonly lines: readonly string[];
  readonly mode: Exclude<FileMode, "link">;
}

/** A version that is decided as a whole: a binary or large file, or a symbolic link. */
export interface WholeVersion {
  readonly kind: "whole";
  readonly content: ContentId;
  readonly mode: FileMode;
  /** Set if the file is too large to be decided line by line. */
  readonly isLarge?: true;
}

/** One version of a file. `null`: there is no file. An empty file has no lines. */
export type FileVersion = TextVersion | WholeVersion | null;

const NO_LINES: readonly string[] = [];

/** Returns a version of a text file. */
export function textVersion(text: string, mode: TextVersion["mode"] = "regular"): TextVersion {
  return { kind: "text", lines: splitLines(text), mode };
}

/** Returns the lines of a version. A file that is decided as a whole counts as one line. */
export function linesOf(version: FileVersion): readonly string[] {
  if (version === null) return NO_LINES;
  return version.kind === "text" ? version.lines : [version.content];
}

/** Returns whether two versions have the same bytes and the same mode. */
export function isSameVersion(a: FileVersion, b: FileVersion): boolean {
  if (a === b) return true;
  return a?.mode === b?.mode && hasSameContent(a, b);
}

/** Returns whether two versions have the same bytes. A file that does not exist differs from an empty one. */
export function hasSameContent(a: FileVersion, b: FileVersion): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.kind !== b.kind) return false;
  return isSameList(linesOf(a), linesOf(b));
}

/** Returns whether two lists have equal items. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  // Lists of lines are long, and a loop is several times as fast as a callback.
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

/** Returns whether a change between two versions can only be decided as a whole. */
export function isWholeChange(
  base: FileVersion,
  current: FileVersion,
): base is WholeVersion | null {
  return base?.kind !== "text" || current?.kind !== "text";
}
