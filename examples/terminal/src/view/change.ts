import type { AcpState } from "@acp-store/core";
import {
  type AgentExplanation,
  explainOrigin,
  type Hunk,
  listHunkLines,
  type Origin,
  type OriginPermission,
  type PermissionAnswer,
  type ReviewedFile,
  type ReviewState,
  type ReviewTexts,
} from "@acp-store/review";
import { bold, colored, dim, type SafeText, text } from "./text.js";

/** The number of unchanged lines to show around a change. */
const CONTEXT_LINES = 2;
/** The length up to which titles and prompts are shown. */
const MAX_TITLE = 200;

/** A change that the user has to decide. */
export interface Change {
  readonly file: ReviewedFile;
  readonly hunk: Hunk;
  /** The position among the changes of the file, counted from 1. */
  readonly number: number;
}

/** Returns the name of an agent in the tags of its changes. */
export type NameAgent = (agentId: string) => string;

/** Returns what the store of an agent knows. */
export type FindState = (agentId: string) => AcpState | undefined;

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

/** Returns a line for each author of a change: the tool call, its permission and the prompt. */
export function formatReasons({ hunk }: Change, findState: FindState): SafeText[] {
  const sentences = hunk.origins.map(({ by }) => {
    const reason = explainOrigin(typeof by === "object" ? findState(by.agentId) : undefined, by);
    return "session" in reason ? describeReason(reason) : AUTHOR_REASONS[reason.by];
  });
  return [...new Set(sentences)].map((sentence) => text`${sentence}`);
}

const AUTHOR_REASONS = {
  user: "You wrote lines of this change.",
  unknown: "Nobody reported this change, so its author is unknown.",
} as const satisfies Record<Extract<Origin, string>, string>;

function describeReason(reason: AgentExplanation): string {
  const { by, agentName = "The agent", session, toolCall, permission, prompt } = reason;
  const wrote = by.evidence === "command" ? "changed this with the command" : "wrote this in";
  const title = toolCall && shorten(toolCall.title ?? toolCall.kind);
  return `${[
    title === undefined ? `${agentName} wrote this` : `${agentName} ${wrote} “${title}”`,
    ...(session === "closed" ? ["in a session that was closed"] : []),
    ...(permission ? [describePermission(permission)] : []),
    ...(prompt ? [`for the prompt “${shorten(prompt.firstLine)}”`] : []),
  ].join(", ")}.`;
}

const shorten = (line: string): string =>
  line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE)}…` : line;

function describePermission({ answer, byPolicy }: OriginPermission): string {
  if (answer === "pending") return "which waits for your permission";
  if (answer === "unanswered") return "whose permission request was not answered";
  return `which ${byPolicy ? "a rule" : "you"} ${ANSWER_WORDS[answer]}`;
}

const ANSWER_WORDS = {
  allow_once: "allowed once",
  allow_always: "chose to always allow",
  reject_once: "rejected",
  reject_always: "chose to always reject",
  other: "answered",
} as const satisfies Record<Exclude<PermissionAnswer, "pending" | "unanswered">, string>;

/** Returns the lines of a change, with unchanged lines around it. */
export function formatChangedLines({ file, hunk }: Change, texts: ReviewTexts): SafeText[] {
  const notes = listNotes(file, hunk).map((note) => dim(note));
  if (file.kind !== "text" || isModeChange(file, hunk)) return notes;
  const lines = listHunkLines({ hunks: [hunk] }, texts, CONTEXT_LINES)[0];
  if (lines === undefined) return notes;
  return [
    ...notes,
    ...lines.before.map(formatContext),
    ...lines.removed.map((line) => colored("red", `-${withoutBreak(line)}`)),
    ...lines.added.map((line) => colored("green", `+${withoutBreak(line)}`)),
    ...lines.after.map(formatContext),
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
