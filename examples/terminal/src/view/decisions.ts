import type { ReviewAction, ReviewOutcome } from "@acp-store/review";
import { colored, dim, type SafeText, text } from "./text.js";

/** Returns a number with its noun. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Returns a line for the outcome of a decision, unless it was carried out or needs the user. */
export function formatProblem(path: string, outcome: ReviewOutcome): SafeText[] {
  const problem = PROBLEMS[outcome];
  return problem === undefined ? [] : [colored("yellow", text`  ${path} ${problem}`)];
}

const PROBLEMS: Readonly<Record<ReviewOutcome, string | undefined>> = {
  done: undefined,
  queued: undefined,
  protected: undefined,
  changed: "has changed meanwhile. Nothing was written to it.",
  conflict: "has a later change of the same lines. Nothing was written to it.",
  "no-base": "is not known from before the change. It can only be kept.",
  failed: "could not be written.",
};

const UNDONE = {
  keep: "kept changes in",
  reject: "rejected changes in",
  rejectTurn: "rejected a turn in",
  restore: "restored",
} as const satisfies Record<ReviewAction["kind"], string>;

/** Returns the lines for a decision that was taken back, with the files in which that failed. */
export function formatUndone(
  { kind }: ReviewAction,
  outcomes: ReadonlyMap<string, ReviewOutcome>,
): SafeText[] {
  const done = [...outcomes.values()].filter((outcome) => outcome === "done").length;
  const problems = Array.from(outcomes, ([path, outcome]) => formatProblem(path, outcome));
  const undone = dim(`  → undone: ${UNDONE[kind]} ${formatCount(done, "file")}`);
  return [...(done > 0 ? [undone] : []), ...problems.flat()];
}
