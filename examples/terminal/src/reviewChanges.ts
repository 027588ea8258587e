import { askChoice } from "./choice.js";
import type { ReviewContext } from "./reviewContext.js";
import { createReviewDecisions, type ReviewDecisions } from "./reviewDecisions.js";
import type { Terminal } from "./terminal.js";
import {
  type Change,
  formatChangedLines,
  formatChangeTitle,
  formatReasons,
  isSameChange,
  isWaiting,
  listChanges,
} from "./view/change.js";
import { dim, type SafeText, text, toLines } from "./view/text.js";

const KEYS = ["k", "r", "K", "R", "u", "n", "p", "w", "q", "?"];
const KEYS_WITH_MORE = KEYS.toSpliced(-2, 0, "m");
const WORDS = "keep, reject, keep file, reject file, undo, next, previous, why, quit";
const HELP = `
k  keep this change
r  reject this change: the file gets its old lines
K  keep all changes of this file
R  reject all changes of this file
u  undo the last decision
n  leave this change undecided and go to the next one
p  go to the previous change
w  show why the change is there: the tool call, its permission and the prompt
m  show more lines of a long change
q  quit the review; the decisions stay`;
/** Smaller screens show the keys without the words. */
const MIN_ROWS_FOR_WORDS = 16;
/** The rows below a page: the number of further lines, the question, the status line and the cursor. */
const QUESTION_ROWS = 4;

/** Shows one change after the other, and asks the user what to do with each. */
export async function reviewChanges(context: ReviewContext): Promise<void> {
  const { review, terminal, signal } = context;
  await review.flush();
  const decisions = createReviewDecisions(context);
  let change = listChanges(review.getState())[0];
  if (change === undefined) return terminal.print([text`There is nothing to review.`]);
  while (change !== undefined) {
    const key = await askAboutChange(context, change);
    change = await carryOut(context, decisions, change, key);
    // A key that was pressed meanwhile was not about the next change.
    if (change !== undefined && !signal.aborted) terminal.replaceInput([]);
  }
  terminal.print(decisions.summarize());
}

/** Carries out the user's choice. Returns the change to show next. */
async function carryOut(
  { review, terminal }: ReviewContext,
  decisions: ReviewDecisions,
  change: Change,
  key: string | undefined,
): Promise<Change | undefined> {
  const before = listChanges(review.getState());
  const index = before.findIndex((each) => isSameChange(each, change));
  const [earlier, later] = [
    before.slice(0, Math.max(index, 0)).toReversed(),
    before.slice(index + 1),
  ];
  /** Returns the first of some changes that is still there. */
  const findFirst = (candidates: readonly Change[]): Change | undefined => {
    const now = listChanges(review.getState());
    const left = candidates.find((each) => now.some((other) => isSameChange(each, other)));
    return left && now.find((each) => isSameChange(each, left));
  };
  /** Returns the changes without those whose rejection waits. */
  const listOpen = (): Change[] =>
    listChanges(review.getState()).filter((each) => !isWaiting(review.getState(), each));
  const { path } = change.file;
  const hunk = { path, hunkId: change.hunk.hunkId };
  const laterFiles = later.filter(({ file }) => file.path !== path);
  switch (key) {
    case "k":
      return findFirst((await decisions.keep(hunk)) ? later : [change, ...later]);
    case "r":
      return findFirst((await decisions.reject(hunk)) ? later : [change, ...later]);
    case "K":
      return findFirst((await decisions.keep({ path })) ? laterFiles : [change, ...later]);
    case "R":
      return findFirst((await decisions.reject({ path })) ? laterFiles : [change, ...later]);
    case "u": {
      const open = listOpen();
      await decisions.undo();
      const isBack = (each: Change): boolean => !open.some((other) => isSameChange(each, other));
      return listOpen().find(isBack) ?? findFirst([change, ...later]);
    }
    case "n":
      return findFirst(later);
    case "p":
      if (earlier.length === 0) terminal.print([dim("  This is the first change.")]);
      return findFirst([...earlier, change, ...later]);
    default:
      return undefined;
  }
}

/** Shows a change page by page. Resolves with the user's choice, or with `undefined` without one. */
async function askAboutChange(context: ReviewContext, change: Change): Promise<string | undefined> {
  const { terminal, signal } = context;
  const shown = await loadChange(context, change);
  // It was decided in another place.
  if (shown === undefined) return "n";
  const { lines, position } = shown;
  let start = 0;
  for (;;) {
    const page = takePage(terminal, lines.slice(start));
    const left = lines.length - start - page.length;
    const keys = left > 0 ? KEYS_WITH_MORE : KEYS;
    terminal.print([
      ...page,
      ...(left > 0 ? [dim(`… ${left} more lines`)] : []),
      ...(hasRoomForWords(terminal) ? [formatWords(terminal, keys)] : []),
    ]);
    const key = await askChoice(terminal, text`${position} [${keys.join(",")}]: `, keys, signal);
    if (key === "m") start += page.length;
    else if (key === "w") {
      terminal.print(formatReasons(change, context.findState));
      start = 0;
    } else if (key === "?") {
      terminal.print(toLines(HELP.trim()).map((line) => text`  ${line}`));
      start = 0;
    } else return key;
  }
}

/** Resolves with the lines of a change as it is now, or with `undefined` if it is gone. */
async function loadChange(
  { review, nameAgent }: ReviewContext,
  wanted: Change,
): Promise<{ lines: readonly SafeText[]; position: string } | undefined> {
  for (;;) {
    const texts = await review.texts(wanted.file.path);
    const change = listChanges(review.getState()).find((each) => isSameChange(each, wanted));
    if (change === undefined) return undefined;
    // The file can change after its texts were read.
    if (change.file.revision !== texts.revision) continue;
    return {
      lines: [
        formatChangeTitle(change, nameAgent),
        ...(isWaiting(review.getState(), change)
          ? [dim("It is rejected when the turn ends.")]
          : []),
        ...formatChangedLines(change, texts),
      ],
      position: `${change.number} of ${change.file.hunks.length}`,
    };
  }
}

/** Returns the first of some lines that fit on the screen together with the question, at least two. */
function takePage(terminal: Terminal, lines: readonly SafeText[]): readonly SafeText[] {
  let rows = terminal.rows - (hasRoomForWords(terminal) ? QUESTION_ROWS + 2 : QUESTION_ROWS);
  const end = lines.findIndex((line) => (rows -= terminal.countRows(line)) < 0);
  return end === -1 ? lines : lines.slice(0, Math.max(end, 2));
}

const hasRoomForWords = ({ rows }: Terminal): boolean => rows >= MIN_ROWS_FOR_WORDS;

/** Returns the words of the keys. Without a screen, the question itself is not shown, so add the keys. */
function formatWords({ isInteractive }: Terminal, keys: readonly string[]): SafeText {
  const words = keys.includes("m") ? WORDS.replace("quit", "more lines, quit") : WORDS;
  return dim(isInteractive ? words : `${words} [${keys.join(",")}]`);
}
