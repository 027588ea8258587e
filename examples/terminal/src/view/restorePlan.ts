import type { Checkpoint, LeftFile, RestoredFile, RestorePlan } from "@acp-store/review";
import { formatCount } from "./decisions.js";
import { bold, dim, NOTHING, type SafeText, text } from "./text.js";

/** The maximum number of files to list. */
const MAX_FILES = 50;

/** Returns the line of a checkpoint: its number, the prompt of the turn, and the files that the turn changed. */
export function formatCheckpoint(
  number: number,
  { at }: Checkpoint,
  prompt: string | undefined,
  files: number,
): SafeText {
  const changed = files === 0 ? "no files" : formatCount(files, "file");
  return text`${number}  ${bold(formatPrompt(prompt))} ${dim(`${formatTime(at)}, ${changed}`)}`;
}

const formatPrompt = (prompt: string | undefined): string =>
  prompt ?? "a turn of an earlier session";

function formatTime(at: number): string {
  return new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}

/** Returns lines with the files that a restore writes, deletes and leaves alone. */
export function formatRestorePlan(
  { files, leftAlone }: RestorePlan,
  { late }: Checkpoint,
  prompt: string | undefined,
): SafeText[] {
  const title =
    files.length === 0
      ? text`The session has not changed any file since "${formatPrompt(prompt)}".`
      : text`The files from before "${formatPrompt(prompt)}":`;
  return [
    title,
    ...limitFiles(files.map(formatRestoredFile)),
    ...limitFiles(leftAlone.map(formatLeftFile)),
    ...(late ? [dim("The agent was already working when this state was saved.")] : []),
  ];
}

function formatRestoredFile({ path, action, hasOtherEdits }: RestoredFile): SafeText {
  return text`  ${ACTIONS[action]}  ${path}${hasOtherEdits ? dim(" · edited by others too") : NOTHING}`;
}

/** The words have the same length, so that the paths are in a column. */
const ACTIONS = {
  write: "write ",
  create: "create",
  delete: "delete",
} as const satisfies Record<RestoredFile["action"], string>;

function formatLeftFile({ path, reason }: LeftFile): SafeText {
  return dim(`  leave   ${path} · ${REASONS[reason]}`);
}

const REASONS = {
  "left-out": "not in the checkpoint",
  others: "changed by others only",
} as const satisfies Record<LeftFile["reason"], string>;

function limitFiles(lines: readonly SafeText[]): SafeText[] {
  const hidden = lines.length - MAX_FILES;
  if (hidden <= 0) return [...lines];
  return [...lines.slice(0, MAX_FILES), dim(`  … ${hidden} more files`)];
}
