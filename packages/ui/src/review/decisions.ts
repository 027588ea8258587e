import type {
  RejectOptions,
  ReviewedFile,
  ReviewOutcome,
  ReviewResult,
  ReviewTarget,
} from "@acp-store/review";
import { useReview } from "@acp-store/review/react";
import { createContext, type Provider, useContext, useMemo, useRef, useState } from "react";
import { getErrorMessage } from "../format/errors.js";

/** A decision that left something for the user to know. */
export type DecisionNotice =
  /** Changes with lines of the user or of unknown origin were left. */
  | { readonly type: "protected"; readonly changes: number; readonly target: ReviewTarget }
  | { readonly type: "changed" | "conflict" | "failed"; readonly path: string }
  | { readonly type: "offline"; readonly reason: string };

/** Makes decisions, one at a time. */
export interface Decisions {
  readonly notice: DecisionNotice | undefined;
  dismiss(): void;
  keep(target: ReviewTarget): void;
  reject(target: ReviewTarget, options?: RejectOptions): void;
  undo(): void;
  redo(): void;
}

const DecisionsContext = createContext<Decisions | undefined>(undefined);

/** Provides the decisions of a list to its rows. */
export const DecisionsProvider: Provider<Decisions | undefined> = DecisionsContext.Provider;

/** Returns the decisions of the list around a row. */
export function useDecisions(): Decisions {
  const decisions = useContext(DecisionsContext);
  if (decisions === undefined) throw new Error("[acp-store] A row needs the list of its review.");
  return decisions;
}

/** Creates the decisions of a list. `onDecide` is called before each. */
export function useNewDecisions(onDecide: () => void): Decisions {
  const review = useReview();
  const [notice, setNotice] = useState<DecisionNotice>();
  const isRunning = useRef(false);
  return useMemo(() => {
    function run(decision: () => Promise<ReviewResult>, target?: ReviewTarget): void {
      // A second click on the same button would decide about the next change.
      if (isRunning.current) return;
      isRunning.current = true;
      onDecide();
      setNotice(undefined);
      decision()
        .then(
          ({ outcomes }) => setNotice(findNotice(outcomes, review.getState().files, target)),
          (error: unknown) => setNotice({ type: "offline", reason: getErrorMessage(error) }),
        )
        .finally(() => (isRunning.current = false));
    }
    return {
      notice,
      dismiss: () => setNotice(undefined),
      keep: (target) => run(() => review.keep(target), target),
      reject: (target, options) => run(() => review.reject(target, options), target),
      undo: () => run(() => review.undo()),
      redo: () => run(() => review.redo()),
    };
  }, [review, notice, onDecide]);
}

/** Returns what a decision left. Protected changes come last, because they are a question. */
function findNotice(
  outcomes: ReadonlyMap<string, ReviewOutcome>,
  files: ReadonlyMap<string, ReviewedFile>,
  target: ReviewTarget | undefined,
): DecisionNotice | undefined {
  for (const [path, type] of outcomes)
    if (type === "changed" || type === "conflict" || type === "failed") return { type, path };
  if (target === undefined) return undefined;
  const left = [...outcomes.keys()].flatMap((path) => files.get(path)?.hunks ?? []);
  const named = listNamed(target);
  const changes = left.filter(
    (hunk) => hunk.protected && (named === undefined || named.has(hunk.hunkId)),
  ).length;
  return changes === 0 ? undefined : { type: "protected", changes, target };
}

/** Returns the ids of the hunks that a target names, or `undefined` if it names all of some files. */
function listNamed(target: ReviewTarget): ReadonlySet<string> | undefined {
  if (typeof target !== "object") return undefined;
  if ("hunks" in target) return new Set(target.hunks.map(({ hunkId }) => hunkId));
  return "hunkId" in target ? new Set([target.hunkId]) : undefined;
}
