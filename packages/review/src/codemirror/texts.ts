import type { Hunk, ReviewOutcome } from "../engine/reviewState.js";
import type { Origin } from "../model/origin.js";

/** The author of lines, as the editor names it. */
export type HunkAuthor = "agent" | "command" | "unknown" | "user";

/** The texts of the review in an editor. */
export interface ReviewEditorTexts {
  /** The accessible name of the bar. */
  readonly title: string;
  readonly keep: string;
  readonly reject: string;
  readonly keepAll: string;
  readonly rejectAll: string;
  readonly previous: string;
  readonly next: string;
  readonly undo: string;
  readonly rejectToo: string;
  readonly leave: string;
  readonly rejectNow: string;
  readonly doNotReject: string;
  readonly waits: string;
  readonly lineBreaksOnly: string;
  readonly whiteSpaceOnly: string;
  readonly modeOnly: string;
  readonly noBase: string;
  readonly nothingLeft: string;
  readonly kept: string;
  readonly rejected: string;
  readonly undone: string;
  readonly queued: string;
  /** The author of a change. */
  readonly by: Readonly<Record<HunkAuthor, string>>;
  /** The number of changes in the file. */
  readonly changes: (count: number) => string;
  /** The position of a change among those of the file, counted from 1. */
  readonly position: (number: number, count: number) => string;
  readonly keepChange: (number: number) => string;
  readonly rejectChange: (number: number) => string;
  readonly why: string;
  readonly whyLabel: (number: number) => string;
  readonly moreLines: (count: number) => string;
  /** The question before the lines of the user are rejected. */
  readonly confirmChange: string;
  /** The question about changes that the rejection of the file has left. */
  readonly confirmFile: (changes: number) => string;
  readonly failure: Readonly<
    Record<Exclude<ReviewOutcome, "done" | "queued" | "protected">, string>
  >;
  readonly offline: (reason: string) => string;
}

export const DEFAULT_TEXTS: ReviewEditorTexts = {
  title: "Changes to review",
  keep: "Keep",
  reject: "Reject",
  keepAll: "Keep all",
  rejectAll: "Reject all",
  previous: "Previous change",
  next: "Next change",
  undo: "Undo",
  rejectToo: "Reject too",
  leave: "Leave",
  rejectNow: "Reject now",
  doNotReject: "Do not reject",
  waits: "Rejected when the turn ends",
  lineBreaksOnly: "Line breaks only",
  whiteSpaceOnly: "White space only",
  modeOnly: "The permissions have changed.",
  noBase: "Nobody knows the file from before. It can only be kept.",
  nothingLeft: "No more changes in this file",
  kept: "Kept",
  rejected: "Rejected",
  undone: "Undone",
  queued: "Rejected when the turn ends. Reject again to reject now",
  by: { agent: "Agent", command: "Command", unknown: "Unknown", user: "Yours" },
  changes: (count) => `${count} ${count === 1 ? "change" : "changes"}`,
  position: (number, count) => `Change ${number} of ${count}`,
  keepChange: (number) => `Keep change ${number}`,
  rejectChange: (number) => `Reject change ${number}`,
  why: "Why?",
  whyLabel: (number) => `Why? Change ${number}`,
  moreLines: (count) => `Show ${count} more removed ${count === 1 ? "line" : "lines"}`,
  confirmChange: "Some of these lines are yours. Reject them too?",
  confirmFile: (changes) =>
    `${changes} ${changes === 1 ? "change contains" : "changes contain"} lines that are yours or of unknown origin. Reject ${changes === 1 ? "it" : "them"} too?`,
  failure: {
    changed: "The change is not what you saw. Nothing was written.",
    conflict: "A later change touches the same lines. Nothing was written.",
    "no-base": "Nobody knows the file from before. It can only be kept.",
    failed: "The file could not be written.",
  },
  offline: (reason) => `The decision could not be carried out: ${reason}`,
};

/** Returns the authors of a hunk, each once. */
export function listAuthors({ origins }: Hunk): readonly HunkAuthor[] {
  return [...new Set(origins.map(({ by }) => authorOf(by)))];
}

function authorOf(by: Origin): HunkAuthor {
  if (typeof by === "string") return by;
  return by.evidence === "command" ? "command" : "agent";
}
