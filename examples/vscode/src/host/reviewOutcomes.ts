import type { ReviewOutcome } from "@acp-store/review";

const REASONS: Readonly<Record<Exclude<ReviewOutcome, "done">, string>> = {
  queued: "will be rejected when the turn ends",
  protected: "has lines that may be yours",
  changed: "has changed meanwhile",
  conflict: "has later changes of the same lines",
  "no-base": "is not known from before the change",
  failed: "could not be written",
};

/** Tells the user what a decision about all changes has done. */
export function describeOutcomes(
  decision: "keep" | "reject",
  outcomes: ReadonlyMap<string, ReviewOutcome>,
): string {
  const done = [...outcomes.values()].filter((outcome) => outcome === "done").length;
  const files = `${done} ${done === 1 ? "file" : "files"}`;
  const summary =
    outcomes.size === 0
      ? "There are no changes of agents."
      : `${decision === "keep" ? "Kept" : "Rejected"} the changes of ${files}.`;
  const others = Array.from(outcomes, ([path, outcome]) =>
    outcome === "done" ? [] : [`${path} ${REASONS[outcome]}.`],
  ).flat();
  return [summary, ...others].join(" ");
}
