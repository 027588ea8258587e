import { splitLines } from "@acp-store/core/diff";
import type { Hunk, Origin, ReviewedFile, ReviewState, ReviewTexts } from "@acp-store/review";
import { bold, colored, dim, type SafeText, text } from "./text.js";

/** The number of unchanged lines to show around a change. */
const CONTEXT_LINES = 2;

/** A change that the user has to decide. */
export interface Change {
  readonly file: ReviewedFile;
  readonly hunk: Hunk;
  /** The position among the changes of the file, counted from 1. */
  readonly number: number;
}

/** Returns the name of an agent in the tags of its changes. */
export type NameAgent = (agentId: string) => string;

/** Lists the changes of all files, in the order of the paths. */
export function listChanges({ files }: Pick<ReviewState, "files">): Change[] {
  const paths = [...files.keys()].toSorted();
  return paths.flatMap((path) => {
    const file = files.get(path);
    return (file?.hunks ?? []).flatMap((hunk, index) =>
      file === undefined ? [] : [{ file, hunk, number: index + 1 }],
    );
  });
}

/** Returns whether two changes are the same, even if other changes of the file came or went. */
export function isSameChange(a: Change, b: Change): boolean {
  return a.file.path === b.file.path && a.hunk.hunkId === b.hunk.hunkId;
}

/** Returns whether the rejection of a change waits for the end of a turn. */
export function isWaiting(
  { queued }: Pick<ReviewState, "queued">,
  { file, hunk }: Change,
): boolean {
  return queued.some(({ path, hunkId }) => path === file.path && hunkId === hunk.hunkId);
}

/** Returns the line above a change: its number, its place and who wrote it. */
export function formatChangeTitle({ file, hunk, number }: Change, nameAgent: NameAgent): SafeText {
  const { path, hunks, change, oldPath } = file;
  const tags = [
    ...new Set(hunk.origins.map(({ by }) => nameAuthor(by, nameAgent))),
    ...(change === "add" ? ["new file"] : []),
    ...(change === "delete" ? ["deleted file"] : []),
    ...(oldPath === undefined ? [] : [`moved from ${oldPath}`]),
    ...(hunk.cosmetic === undefined ? [] : [COSMETIC_TAGS[hunk.cosmetic]]),
  ];
  const place = hunk.current[1] === 0 ? path : `${path}:${hunk.current[0] + 1}`;
  const title = bold(`Change ${number} of ${hunks.length} in ${place}`);
  return text`${title}${dim(` · ${tags.join(", ")}`)}`;
}

const COSMETIC_TAGS = {
  "line-breaks": "line breaks only",
  "white-space": "white space only",
} as const satisfies Record<NonNullable<Hunk["cosmetic"]>, string>;

function nameAuthor(by: Origin, nameAgent: NameAgent): string {
  if (by === "user") return "you";
  if (by === "unknown") return "unknown";
  const name = nameAgent(by.agentId);
  if (by.evidence !== "command") return name;
  return name === "agent" ? "command" : `command of ${name}`;
}

/** Returns the lines of a change, with unchanged lines around it. */
export function formatChangedLines(
  { file, hunk }: Change,
  { base, current }: ReviewTexts,
): SafeText[] {
  const notes = listNotes(file, hunk).map((note) => dim(note));
  if (file.kind !== "text" || isModeChange(file, hunk)) return notes;
  const oldLines = splitLines(base ?? "");
  const newLines = splitLines(current ?? "");
  const [start, end] = hunk.current;
  return [
    ...notes,
    ...newLines.slice(Math.max(0, start - CONTEXT_LINES), start).map(formatContext),
    ...oldLines.slice(...hunk.base).map((line) => colored("red", `-${withoutBreak(line)}`)),
    ...newLines.slice(start, end).map((line) => colored("green", `+${withoutBreak(line)}`)),
    ...newLines.slice(end, end + CONTEXT_LINES).map(formatContext),
  ];
}

function listNotes(file: ReviewedFile, hunk: Hunk): string[] {
  const { kind, noBase } = file;
  return [
    ...(kind === "text" ? [] : [KIND_NOTES[kind]]),
    ...(kind === "text" && isModeChange(file, hunk) ? ["The permissions have changed."] : []),
    ...(noBase ? ["Nobody knows the file from before. It can only be kept."] : []),
  ];
}

const KIND_NOTES = {
  binary: "The file is not a text. It is decided as a whole.",
  large: "The file is too large to show. It is decided as a whole.",
  link: "A symbolic link",
} as const satisfies Record<Exclude<ReviewedFile["kind"], "text">, string>;

function isModeChange({ change }: ReviewedFile, { base, current }: Hunk): boolean {
  // An empty file that was created or deleted has no lines either.
  if (change === "add" || change === "delete") return false;
  return base[1] === 0 && current[1] === 0;
}

const formatContext = (line: string): SafeText => dim(` ${withoutBreak(line)}`);

const withoutBreak = (line: string): string => line.replace(/\r?\n$/, "");
