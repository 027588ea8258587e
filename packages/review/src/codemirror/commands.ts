import type { Command, EditorView as View, KeyBinding } from "@codemirror/view";
import { EditorView, ViewPlugin } from "@codemirror/view";
import type { ProtectedOrigin } from "../model/origin.js";
import { type Decision, decide, undoLast, unqueue } from "./decide.js";
import { getShownReview, type ShownReview, updateReview } from "./reviewField.js";
import { ReviewFollower } from "./reviewFollower.js";
import type { ReviewSetup } from "./reviewSetup.js";
import { findFirstEndingAt, findHunkAt, type ShownHunk } from "./shownHunks.js";
import { listAuthors } from "./texts.js";

const ALL: readonly ProtectedOrigin[] = ["user", "unknown"];
// The user sees that nobody knows who wrote it, and can undo it.
const UNKNOWN: readonly ProtectedOrigin[] = ["unknown"];

/** Follows the review of the file in the editor. */
export const reviewFollower: ViewPlugin<ReviewFollower> = ViewPlugin.define(
  (view) => new ReviewFollower(view, moveToStart),
);

/** Returns what follows the review of an editor, if it has one. */
export function getFollower(view: View): ReviewFollower | undefined {
  return view.plugin(reviewFollower) ?? undefined;
}

interface OpenReview {
  readonly view: View;
  readonly follower: ReviewFollower;
  readonly setup: ReviewSetup;
  readonly shown: ShownReview;
  /** The hunk at the cursor. */
  readonly current: ShownHunk | undefined;
}

function open(view: View): OpenReview | undefined {
  const follower = getFollower(view);
  const setup = follower?.setup;
  if (follower === undefined || setup === undefined) return undefined;
  const shown = getShownReview(view.state);
  const { hunks, activeId } = shown;
  const { doc, selection } = view.state;
  const current = hunks[findHunkAt(hunks, doc, selection.main.head, activeId)];
  return { view, follower, setup, shown, current };
}

/**
 * Moves to the next change, or to that of the next file after the last one. Without `onNextFile`, the first
 * change of the file follows the last.
 *
 * @example
 * ```ts
 * const button = document.createElement("button");
 * button.onclick = () => nextHunk(view);
 * ```
 */
export const nextHunk: Command = (view) => move(view, "next");

/** Moves to the previous change, or to that of the previous file before the first one. See `nextHunk`. */
export const previousHunk: Command = (view) => move(view, "previous");

function move(view: View, direction: "next" | "previous"): boolean {
  const opened = open(view);
  if (opened === undefined) return false;
  const { shown, current } = opened;
  const { hunks } = shown;
  const isNext = direction === "next";
  const at = current === undefined ? -1 : hunks.indexOf(current);
  const after = findFirstEndingAt(hunks, view.state.selection.main.head);
  const target = isNext ? (at < 0 ? after : at + 1) : (at < 0 ? after : at) - 1;
  if (hunks[target] !== undefined) return goTo(opened, target);
  if (openOtherFile(opened, direction)) return true;
  return hunks.length > 0 && goTo(opened, isNext ? 0 : hunks.length - 1);
}

function goTo({ view, setup }: OpenReview, index: number, before = ""): boolean {
  const { hunks } = getShownReview(view.state);
  const shown = hunks[index];
  if (shown === undefined) return false;
  const authors = listAuthors(shown.hunk).map((author) => setup.texts.by[author]);
  const position = setup.texts.position(index + 1, hunks.length);
  view.dispatch({
    selection: { anchor: shown.from },
    userEvent: "select",
    effects: [
      updateReview.of({ activeId: shown.hunk.hunkId, notice: undefined }),
      EditorView.scrollIntoView(shown.from, { y: "center" }),
      EditorView.announce.of([before, `${position}, ${authors.join(", ")}`].join(" ").trim()),
    ],
  });
  return true;
}

function moveToStart(view: View, startAt: "first" | "last"): void {
  const opened = open(view);
  if (opened !== undefined) goTo(opened, startAt === "first" ? 0 : opened.shown.hunks.length - 1);
}

/** Opens the next file with changes in the order of paths. Returns whether there is one. */
function openOtherFile({ setup }: OpenReview, direction: "next" | "previous"): boolean {
  const { review, path, onNextFile } = setup;
  const others = [...review.getState().files.keys()].filter((other) => other !== path).toSorted();
  const after = others.findIndex((other) => other > path);
  const found =
    direction === "next"
      ? (others[after] ?? others[0])
      : others.at((after < 0 ? others.length : after) - 1);
  if (found === undefined || onNextFile === undefined) return false;
  onNextFile(found, direction);
  return true;
}

/** Keeps the change at the cursor, and moves to the next one. Elsewhere, it moves to the next change only. */
export const keepHunk: Command = (view) => decideAtCursor(view, "keep");

/**
 * Rejects the change at the cursor, and moves to the next one. Elsewhere, it moves to the next change only.
 * Lines of the user are rejected by the second press. A second press on a rejection that
 * waits for the end of a turn does not wait.
 */
export const rejectHunk: Command = (view) => decideAtCursor(view, "reject");

function decideAtCursor(view: View, kind: Decision["kind"]): boolean {
  const current = open(view)?.current;
  if (current === undefined) return nextHunk(view);
  return decideHunk(view, current.hunk.hunkId, kind);
}

/** Decides about a hunk. Lines of the user are rejected by the second call. */
export function decideHunk(view: View, hunkId: string, kind: Decision["kind"]): boolean {
  const opened = open(view);
  const found = opened?.shown.hunks.find(({ hunk }) => hunk.hunkId === hunkId);
  if (opened === undefined || found === undefined) return false;
  const { question, queued } = opened.shown;
  const isConfirmed = question?.type === "hunk" && question.hunkId === hunkId;
  const hasLinesOfUser = found.hunk.origins.some(({ by }) => by === "user");
  if (kind === "reject" && hasLinesOfUser && !isConfirmed) {
    view.dispatch({
      effects: [
        updateReview.of({ question: { type: "hunk", hunkId }, notice: undefined }),
        EditorView.announce.of(opened.setup.texts.confirmChange),
      ],
    });
    return true;
  }
  const include = isConfirmed ? ALL : UNKNOWN;
  const when = queued.has(hunkId) ? "now" : "turn-end";
  return start(opened, kind === "keep" ? { kind, hunkId } : { kind, hunkId, include, when });
}

/** Keeps all changes of the file, and moves to the next file. */
export const keepFile: Command = (view) => {
  const opened = open(view);
  return opened?.shown.file !== undefined && start(opened, { kind: "keep" });
};

/**
 * Rejects all changes of the file, and moves to the next file. Those with lines of the user or of unknown
 * origin are rejected by the second press.
 */
export const rejectFile: Command = (view) => {
  const opened = open(view);
  if (opened?.shown.file === undefined) return false;
  const include = opened.shown.question?.type === "file" ? ALL : [];
  return start(opened, { kind: "reject", include });
};

function start(opened: OpenReview, decision: Decision): boolean {
  const { view, follower, setup } = opened;
  void decide(opened, decision, (announcement, others) => {
    const isOpen = setup === follower.setup;
    const { hunks, queued } = getShownReview(view.state);
    const next = others.find(
      (id) => !queued.has(id) && hunks.some(({ hunk }) => hunk.hunkId === id),
    );
    const index = hunks.findIndex(({ hunk }) => hunk.hunkId === next);
    // A user who has moved on is not moved.
    const mayMove = isOpen && !follower.hasMoved;
    if (mayMove && index >= 0) return void goTo(opened, index, announcement);
    const rest = hunks.length === 0 ? ` ${setup.texts.nothingLeft}.` : "";
    follower.dispatch({ effects: EditorView.announce.of(announcement + rest) });
    if (mayMove) openOtherFile(opened, "next");
  });
  return true;
}

/** Undoes the last decision about the file, also one of another window. Later changes of the file stay. */
export const undoDecision: Command = (view) => {
  const opened = open(view);
  const actionId = opened?.shown.undoId;
  if (opened === undefined || actionId === undefined) return false;
  void undoLast(opened, actionId);
  return true;
};

/**
 * Shows the reason for the change at the cursor with `onShowReason`.
 *
 * @example
 * ```ts
 * const button = document.createElement("button");
 * button.onclick = () => showReason(view);
 * ```
 */
export const showReason: Command = (view) => {
  const current = open(view)?.current;
  return current !== undefined && showReasonOf(view, current.hunk.hunkId);
};

/** Shows the reason for a change. Returns whether the editor can. */
export function showReasonOf(view: View, hunkId: string): boolean {
  const opened = open(view);
  const found = opened?.shown.hunks.find(({ hunk }) => hunk.hunkId === hunkId);
  if (found === undefined || opened?.setup.onShowReason === undefined) return false;
  opened.setup.onShowReason(found.hunk);
  return true;
}

/** Takes a rejection back that waits for the end of a turn. */
export function unqueueHunk(view: View, hunkId: string): boolean {
  const opened = open(view);
  if (opened !== undefined) void unqueue(opened, hunkId);
  return opened !== undefined;
}

/** Leaves the lines about which the editor asks, and closes a message about a failure. */
export const dismissQuestion: Command = (view) => {
  const { question, notice } = getShownReview(view.state);
  if (question === undefined && notice === undefined) return false;
  view.dispatch({ effects: updateReview.of({ question: undefined, notice: undefined }) });
  return true;
};

/**
 * The keys of the review:
 *
 * - `Alt-F5` and `Shift-Alt-F5` move to the next and the previous change
 * - `Shift-Alt-k` and `Shift-Alt-r` keep and reject the change at the cursor
 * - `Shift-Alt-Enter` and `Shift-Alt-Backspace` keep and reject all changes of the file
 * - `Shift-Alt-w` shows the reason for the change at the cursor
 * - `Shift-Alt-z` undoes the last decision, and `Escape` leaves the lines about which the editor asks
 *
 * @example
 * ```ts
 * const extensions = [reviewExtension({ review, path: "src/app.ts" }), keymap.of(reviewKeymap)];
 * ```
 */
export const reviewKeymap: readonly KeyBinding[] = [
  { key: "Alt-F5", run: nextHunk, shift: previousHunk },
  { key: "Shift-Alt-k", run: keepHunk },
  { key: "Shift-Alt-r", run: rejectHunk },
  { key: "Shift-Alt-Enter", run: keepFile },
  { key: "Shift-Alt-Backspace", run: rejectFile },
  { key: "Shift-Alt-w", run: showReason },
  { key: "Shift-Alt-z", run: undoDecision },
  { key: "Escape", run: dismissQuestion },
];
