import type { RejectOptions, ReviewResult, ReviewTarget } from "@acp-store/review";
import { askChoice } from "./choice.js";
import type { ReviewContext } from "./reviewContext.js";
import { type Change, isWaiting, listChanges } from "./view/change.js";
import { formatCount, formatProblem, formatUndone } from "./view/decisions.js";
import { colored, dim, type SafeText, text } from "./view/text.js";

/** A change, or all changes of a file. */
type Target = Extract<ReviewTarget, { readonly path: string }>;
type Kind = "keep" | "reject";

/** The decisions of one review in the terminal. */
export interface ReviewDecisions {
  /** Keeps changes. Resolves with `false` if that was not possible. */
  keep(target: Target): Promise<boolean>;
  /** Rejects changes, and asks before it rejects lines of the user. Resolves with `false` if that was not possible. */
  reject(target: Target): Promise<boolean>;
  /** Takes the last decision back. */
  undo(): Promise<void>;
  /** Returns lines with the numbers of changes that were decided. */
  summarize(): SafeText[];
}

/** Creates the decisions of one review, which prints the outcome of each. */
export function createReviewDecisions(context: ReviewContext): ReviewDecisions {
  const { review, terminal, signal } = context;
  /** The numbers of changes that were decided, by the id of the action. */
  const decided = new Map<string, { readonly kind: Kind; readonly changes: number }>();
  /** The changes whose rejection waits since the last decision. */
  let lastQueued: readonly Change[] = [];

  function listTarget(target: Target): Change[] {
    return listChanges(review.getState()).filter(
      ({ file, hunk }) =>
        file.path === target.path && (!("hunkId" in target) || hunk.hunkId === target.hunkId),
    );
  }

  const listWaiting = (target: Target): Change[] =>
    listTarget(target).filter((change) => isWaiting(review.getState(), change));

  /** Makes a decision and prints its outcome. Resolves with `false` if that was not possible. */
  async function decide(
    kind: Kind,
    target: Target,
    makeDecision: () => Promise<ReviewResult>,
  ): Promise<boolean> {
    const before = listTarget(target).length;
    const { actionId, outcomes } = await makeDecision();
    const outcome = outcomes.get(target.path) ?? "changed";
    const changes = before - listTarget(target).length;
    if (outcome === "done") decided.set(actionId, { kind, changes });
    lastQueued = kind === "reject" ? listWaiting(target) : [];
    const problem = formatProblem(target.path, outcome);
    terminal.print([
      ...problem,
      ...(outcome === "done" ? [dim(`  → ${WORDS[kind]} ${formatCount(changes, "change")}`)] : []),
      ...(lastQueued.length > 0 ? [formatWaiting(lastQueued.length)] : []),
    ]);
    return problem.length === 0;
  }

  function reject(target: Target, options: RejectOptions): Promise<boolean> {
    return decide("reject", target, () => review.reject(target, options));
  }

  async function askAboutProtected(changes: number): Promise<boolean> {
    const [contains, it] = changes === 1 ? ["contains", "it"] : ["contain", "them"];
    const question = `${formatCount(changes, "change")} ${contains} lines that are yours or of unknown origin. Reject ${it} too? [y,n]`;
    terminal.print([text`${colored("yellow", "?")} ${question}`]);
    const answer = await askChoice(terminal, text`  y or n: `, ["y", "n"], signal);
    if (answer !== "y") terminal.print([dim("  → left undecided")]);
    return answer === "y";
  }

  return {
    keep: (target) => decide("keep", target, () => review.keep(target)),
    async reject(target) {
      // The user sees that nobody knows who wrote a single change, and can undo it.
      const include = "hunkId" in target ? (["unknown"] as const) : [];
      if (!(await reject(target, { include }))) return false;
      const waiting = listWaiting(target).length;
      const left = listTarget(target).filter(({ hunk }) => hunk.protected).length - waiting;
      if (left <= 0 || !(await askAboutProtected(left))) return true;
      return reject(target, { include: ["user", "unknown"] });
    },
    async undo() {
      const queued = lastQueued;
      lastQueued = [];
      if (queued.length === 0) {
        const actionId = await undoLast(context);
        if (actionId !== undefined) decided.delete(actionId);
        return;
      }
      for (const { file, hunk } of queued)
        await review.unqueue({ path: file.path, hunkId: hunk.hunkId });
      terminal.print([dim(`  → not rejected: ${formatCount(queued.length, "change")}`)]);
    },
    summarize() {
      const { feedback } = review.getState();
      const changes = listChanges(review.getState());
      const waiting = changes.filter((change) => isWaiting(review.getState(), change)).length;
      const undecided = changes.length - waiting;
      const count = (kind: Kind): number =>
        [...decided.values()].reduce(
          (sum, action) => sum + (action.kind === kind ? action.changes : 0),
          0,
        );
      const [kept, rejected] = [count("keep"), count("reject")];
      const isTold = rejected > 0 && feedback.length > 0;
      const parts = [
        `${kept} kept`,
        `${rejected} rejected`,
        ...(waiting > 0 ? [`${waiting} rejected when the turn ends`] : []),
        ...(undecided > 0 ? [`${undecided} undecided`] : []),
      ];
      return [
        text`${parts.join(", ")}${isTold ? "; the agent is told with the next prompt" : ""}.`,
      ];
    },
  };
}

const WORDS = { keep: "kept", reject: "rejected" } as const satisfies Record<Kind, string>;

function formatWaiting(changes: number): SafeText {
  return dim(
    `  → the agent is working: ${formatCount(changes, "change")} will be rejected when its turn ends`,
  );
}

/** Takes the last decision about the folder back. Resolves with its id, unless that was not possible. */
export async function undoLast({
  review,
  terminal,
}: Pick<ReviewContext, "review" | "terminal">): Promise<string | undefined> {
  const action = review.getState().undo.at(-1);
  if (action === undefined) {
    terminal.print([dim("  There is nothing to undo.")]);
    return undefined;
  }
  const { outcomes } = await review.undo(action.actionId);
  terminal.print(formatUndone(action, outcomes));
  return [...outcomes.values()].includes("done") ? action.actionId : undefined;
}
