import type { SessionKey } from "../follow/followStore.js";
import { type Decidable, MODE_CHANGE, originsOf } from "../model/decide.js";
import type { FileReview } from "../model/fileReview.js";
import { type AgentOrigin, isProtectedOrigin, type ProtectedOrigin } from "../model/origin.js";
import { rebaseVersion } from "../model/rebase.js";
import { observeUserEdit } from "../model/userEdit.js";
import { type FileVersion, linesOf } from "../model/version.js";
import type { Contents } from "./contents.js";
import { decideChanges, findChanges, hunkIdOf, type ReviewEngine } from "./createEngine.js";
import type { Feedback } from "./feedback.js";
import type { HunkRef, ReviewOutcome, ReviewResult, ReviewTarget } from "./reviewState.js";
import type { QueuedRejection, SavedRejection } from "./savedState.js";
import type { TurnLog } from "./turnLog.js";

/** The options of `Review.reject`. */
export interface RejectOptions {
  /** The hunks to reject as well, by who wrote some of their lines. Default: neither. */
  readonly include?: readonly ProtectedOrigin[];
  /** `now`: even while a turn is running that may write the lines again. Default: `turn-end`. */
  readonly when?: "now" | "turn-end";
}

interface DecisionParts {
  readonly engine: ReviewEngine;
  readonly turns: Pick<TurnLog, "get">;
  readonly feedback: Feedback;
  readonly contents: Pick<Contents, "load">;
  /** Returns whether a turn of a session is running. */
  readonly isBusy: (session: SessionKey) => boolean;
  /** Returns the session that is told about a rejection. It differs for a subagent. */
  readonly ownerOf: (session: SessionKey) => SessionKey;
}

/** The decisions of the user. */
export interface Decisions {
  keep(target: ReviewTarget): Promise<ReviewResult>;
  reject(target: ReviewTarget, options?: RejectOptions): Promise<ReviewResult>;
  undo(actionId?: string): Promise<ReviewResult>;
  redo(): Promise<ReviewResult>;
  unqueue(hunk: Pick<QueuedRejection, "path" | "hunkId">): Promise<void>;
  /** Carries out the rejections whose turns have ended. */
  rejectQueued(): Promise<void>;
}

export function createDecisions(parts: DecisionParts): Decisions {
  const { engine, turns, feedback, contents, isBusy, ownerOf } = parts;

  function keep(target: ReviewTarget): Promise<ReviewResult> {
    if (isTurn(target)) return keepTurn(target.turnId);
    const { paths, refsAt } = locate(target);
    return engine.decide({
      kind: "keep",
      paths,
      next: (path, review) =>
        decideChanges("keep", review, find(path, review, refsAt(path)), () => undefined),
    });
  }

  /** Keeps the hunks in which a turn wrote lines. */
  function keepTurn(turnId: string): Promise<ReviewResult> {
    const isOfTurn = (review: FileReview, change: Decidable): boolean =>
      originsOf(review, change).some((by) => typeof by === "object" && by.turnId === turnId);
    return engine.decide({
      kind: "keep",
      paths:
        turns
          .get()
          .ended.find((turn) => turn.turnId === turnId)
          ?.files.map(pathOf) ?? [],
      next: (path, review) =>
        decideChanges(
          "keep",
          review,
          find(path, review, "all").filter((change) => isOfTurn(review, change)),
          () => undefined,
        ),
    });
  }

  async function reject(
    target: ReviewTarget,
    { include = [], when = "turn-end" }: RejectOptions = {},
  ): Promise<ReviewResult> {
    if (isTurn(target)) return rejectTurn(target.turnId, include);
    const { paths, refsAt } = locate(target);
    const waiting: QueuedRejection[] = [];
    const decidedNow: Pick<QueuedRejection, "path" | "hunkId">[] = [];
    const rejected = new Map<string, readonly Omit<SavedRejection, "actionId">[]>();
    const result = await engine.decide({
      kind: "reject",
      paths,
      next(path, review) {
        if (review.noBase) return "no-base";
        const found = find(path, review, refsAt(path));
        const isQueued = (change: Decidable): boolean =>
          when !== "now" && authorsOf(review, change).some(isBusy);
        const skip = (_review: FileReview, change: Decidable): ReviewOutcome | undefined => {
          const isExcluded = originsOf(review, change).some(
            (by) => isProtectedOrigin(by) && !include.includes(by),
          );
          if (isExcluded) return "protected";
          return isQueued(change) ? "queued" : undefined;
        };
        const queued = found.filter((change) => skip(review, change) === "queued");
        const refOf = (change: Decidable) => ({ path, hunkId: hunkIdOf(review, change) });
        waiting.push(...queued.map((change) => ({ ...refOf(change), include })));
        const decided = found.filter((change) => skip(review, change) === undefined);
        decidedNow.push(...decided.map(refOf));
        rejected.set(
          path,
          decided.flatMap((change) => describe(path, review, change, ownerOf)),
        );
        return decideChanges("reject", review, found, skip);
      },
    });
    const { queued } = feedback.get();
    if (waiting.length + queued.length > 0) {
      const carriedOut = decidedNow.filter(({ path }) => result.outcomes.get(path) === "done");
      const settled = [...waiting, ...carriedOut];
      const others = queued.filter((each) => !settled.some((next) => isSameHunk(each, next)));
      await feedback.setQueued([...others, ...waiting]);
    }
    await feedback.add(
      [...rejected].flatMap(([path, all]) =>
        result.outcomes.get(path) === "done"
          ? all.map((each) => ({ ...each, actionId: result.actionId }))
          : [],
      ),
    );
    return result;
  }

  /** Takes back what an ended turn changed. Later edits stay. */
  async function rejectTurn(
    turnId: string,
    include: readonly ProtectedOrigin[],
  ): Promise<ReviewResult> {
    const turn = turns.get().ended.find((each) => each.turnId === turnId);
    const versions = new Map<string, { before: FileVersion; after: FileVersion }>();
    const isExcluded = new Set<string>();
    for (const { path, before, after, protectedBy } of turn?.files ?? []) {
      if (!protectedBy.every((by) => include.includes(by))) isExcluded.add(path);
      versions.set(path, {
        before: await contents.load(before),
        after: await contents.load(after),
      });
    }
    const result = await engine.decide({
      kind: "rejectTurn",
      paths: [...versions.keys()],
      next(path, review) {
        const changed = versions.get(path);
        if (changed === undefined || isExcluded.has(path)) return "protected";
        const current = rebaseVersion(changed.after, changed.before, review.current);
        if (current === undefined) return "conflict";
        const next = observeUserEdit(review, current, "unknown");
        return next === review ? "changed" : next;
      },
    });
    if (turn !== undefined)
      await feedback.add(
        [...result.outcomes].flatMap(([path, outcome]) =>
          outcome === "done"
            ? [
                {
                  ...ownerOf(turn),
                  path,
                  diff: "All changes of one of your turns",
                  actionId: result.actionId,
                },
              ]
            : [],
        ),
      );
    return result;
  }

  function find(
    path: string,
    review: FileReview,
    refs: readonly HunkRef[] | "all",
  ): readonly Decidable[] {
    return findChanges(review, refs, engine.revisionOf(path));
  }

  /** Returns the paths of a target, and its hunks at each of them. */
  function locate(target: Exclude<ReviewTarget, { turnId: string }>): {
    readonly paths: readonly string[];
    readonly refsAt: (path: string) => readonly HunkRef[] | "all";
  } {
    if (target === "all") return { paths: engine.paths(), refsAt: () => "all" };
    if ("hunks" in target) {
      const byPath = groupByPath(target.hunks);
      return { paths: [...byPath.keys()], refsAt: (path) => byPath.get(path) ?? [] };
    }
    return { paths: [target.path], refsAt: () => ("hunkId" in target ? [target] : "all") };
  }

  return {
    keep,
    reject,
    async undo(actionId) {
      const result = await engine.undo(actionId);
      await feedback.setUndone(result, true);
      return result;
    },
    async redo() {
      const result = await engine.redo();
      await feedback.setUndone(result, false);
      return result;
    },
    unqueue: (hunk) =>
      feedback.setQueued(feedback.get().queued.filter((each) => !isSameHunk(each, hunk))),
    async rejectQueued() {
      const { queued } = feedback.get();
      if (queued.length === 0) return;
      await feedback.setQueued([]);
      for (const { path, hunkId, include } of queued) await reject({ path, hunkId }, { include });
    },
  };
}

function isTurn(target: ReviewTarget): target is { readonly turnId: string } {
  return typeof target === "object" && "turnId" in target;
}

function isSameHunk(
  a: Pick<QueuedRejection, "path" | "hunkId">,
  b: Pick<QueuedRejection, "path" | "hunkId">,
): boolean {
  return a.path === b.path && a.hunkId === b.hunkId;
}

function groupByPath(hunks: readonly HunkRef[]): ReadonlyMap<string, readonly HunkRef[]> {
  const byPath = new Map<string, HunkRef[]>();
  for (const hunk of hunks) {
    const known = byPath.get(hunk.path);
    if (known === undefined) byPath.set(hunk.path, [hunk]);
    else known.push(hunk);
  }
  return byPath;
}

function pathOf({ path }: { readonly path: string }): string {
  return path;
}

/** Returns the agents that wrote lines of a change. */
function authorsOf(review: FileReview, change: Decidable): readonly AgentOrigin[] {
  return originsOf(review, change).filter((by) => typeof by === "object");
}

/** Describes the rejection of a change for each session that is told about it. */
function describe(
  path: string,
  review: FileReview,
  change: Decidable,
  ownerOf: DecisionParts["ownerOf"],
): readonly Omit<SavedRejection, "actionId">[] {
  const owners = authorsOf(review, change).map(ownerOf);
  const sessions = new Map(
    owners.map((each) => [JSON.stringify([each.agentId, each.sessionId]), each]),
  );
  const diff = describeChange(review, change);
  return [...sessions.values()].map((session) => ({ ...session, path, diff }));
}

function describeChange({ base, current }: FileReview, change: Decidable): string {
  if (change === MODE_CHANGE) return `The mode of the file is ${base?.mode ?? "regular"} again.`;
  if (base?.kind === "whole" || current?.kind === "whole")
    return "The whole file is the old one again.";
  const signed = (sign: string, version: FileVersion, start: number, end: number): string[] =>
    linesOf(version)
      .slice(start, end)
      .map((line) => sign + line.replace(/\r?\n$/, ""));
  return [
    ...signed("-", current, change.newStart, change.newEnd),
    ...signed("+", base, change.oldStart, change.oldEnd),
  ].join("\n");
}
