import { formatCount } from "../model/format.js";
import type { TraceComparison } from "./compareTraces.js";
import { STEP_NOUNS } from "./steps.js";

/** The names of the compared logs in the view: this log, and the trace it is compared with. */
export const SIDE_NAMES = { left: "A", right: "B" } as const;

/** A number of differences of the same sort, such as 2 calls only in A. */
interface DifferenceCount {
  readonly noun: string;
  readonly where: string;
  readonly count: number;
}

/** The number of sorts that the verdict names. */
const MAX_NAMED = 4;

/** Returns the number of differences, and a sentence that says what they are. */
export function describeComparison(comparison: TraceComparison): {
  readonly count: number;
  readonly text: string;
} {
  const steps = countSteps(comparison);
  const features = countFeatures(comparison);
  const all = [...steps, ...features];
  const count = all.reduce((sum, sort) => sum + sort.count, 0);
  const named = all.slice(0, MAX_NAMED).map(describeCount);
  const others = all.slice(MAX_NAMED).reduce((sum, sort) => sum + sort.count, 0);
  const list = [...named, ...(others === 0 ? [] : [`${others} more`])].join(", ");
  if (count === 0) return { count, text: "No differences: the same steps, messages and fields" };
  const start = steps.length === 0 ? "The same steps, but " : "";
  return { count, text: `${start}${formatCount(count, "difference")}: ${list}` };
}

function describeCount({ noun, where, count }: DifferenceCount): string {
  return `${formatNoun(count, noun)} ${where}`;
}

/** Returns a count with its noun. In "kind of message" and the like, the first word has the plural. */
function formatNoun(count: number, noun: string): string {
  const [first = "", ...rest] = noun.split(" of ");
  return [formatCount(count, first), ...rest].join(" of ");
}

function countSteps({ turns }: TraceComparison): DifferenceCount[] {
  const counts = new Map<string, DifferenceCount>();
  function add(noun: string, where: string): void {
    const key = `${noun} ${where}`;
    counts.set(key, { noun, where, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  for (const turn of turns) {
    const noun = (turn.left ?? turn.right)?.prompt === undefined ? "stretch of steps" : "turn";
    if (turn.status !== "both") add(noun, `only in ${SIDE_NAMES[turn.status]}`);
    else {
      if (turn.hasOtherPrompt) add(noun, "with another prompt");
      for (const { status, left, right } of turn.steps) {
        const step = left ?? right;
        if (step === undefined || status === "same") continue;
        const where = status === "changed" ? "changed" : `only in ${SIDE_NAMES[status]}`;
        add(STEP_NOUNS[step.kind], where);
      }
    }
  }
  return [...counts.values()].toSorted((left, right) => right.count - left.count);
}

const FEATURE_NOUNS = {
  messages: "kind of message",
  fields: "field",
  capabilities: "capability",
} as const;

function countFeatures({ features }: TraceComparison): DifferenceCount[] {
  return (["messages", "fields", "capabilities"] as const).flatMap((part) => {
    const noun = FEATURE_NOUNS[part];
    const found = features[part];
    const onlyLeft = found.filter(({ right }) => right === undefined).length;
    const onlyRight = found.filter(({ left }) => left === undefined).length;
    return [
      { noun, where: `only in ${SIDE_NAMES.left}`, count: onlyLeft },
      { noun, where: `only in ${SIDE_NAMES.right}`, count: onlyRight },
      { noun, where: "changed", count: found.length - onlyLeft - onlyRight },
    ].filter(({ count }) => count > 0);
  });
}
