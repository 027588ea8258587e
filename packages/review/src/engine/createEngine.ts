import type { StoreApi } from "zustand/vanilla";
import type { Files } from "../files.js";
import { type Decidable, keepChange, listDecidable, rejectChange } from "../model/decide.js";
import { type FileReview, observeEdit } from "../model/fileReview.js";
import { hunkIdsOf } from "../model/hunkIds.js";
import type { Origin } from "../model/origin.js";
import { type FileVersion, textVersion } from "../model/version.js";
import { createQueue } from "../queue.js";
import { createActionHistory } from "./actionHistory.js";
import type { Contents } from "./contents.js";
import { addOldPaths } from "./movedFiles.js";
import { createReviewedFiles, type ReviewedFiles, type Surroundings } from "./reviewedFiles.js";
import type {
  HunkRef,
  ReviewedFile,
  ReviewOutcome,
  ReviewResult,
  ReviewState,
} from "./reviewState.js";
import { loadReview, type ReviewStorage } from "./reviewStorage.js";
import type { ActionKind } from "./savedState.js";
import { undoInReview } from "./undoInReview.js";

interface EngineParts {
  readonly files: Files;
  readonly contents: Contents;
  readonly storage: ReviewStorage;
  readonly surroundings: Surroundings;
  /** Returns who writes files without a report now. */
  readonly unreportedBy: () => Origin;
  readonly now: () => number;
  /** Gets the files, and what can be undone and repeated. */
  readonly store: Pick<StoreApi<ReviewState>, "setState">;
}

/** Returns why a change is left alone, or `undefined` to decide it. */
type Skip = (review: FileReview, change: Decidable) => ReviewOutcome | undefined;

/** A decision about the files at some paths. */
export interface FileDecision {
  readonly kind: ActionKind;
  readonly paths: readonly string[];
  /**
   * Returns the next review, or why the file is left alone. Called again if another program changes the
   * file meanwhile.
   */
  readonly next: (path: string, review: FileReview) => FileReview | ReviewOutcome;
}

/**
 * The decisions about the files of a folder, with undo. All methods but `inOrder` must be called in a task
 * of `inOrder`, which runs one at a time.
 */
export interface ReviewEngine {
  readonly inOrder: ReturnType<typeof createQueue>;
  /** Returns the number of tasks until now. */
  countTasks(): number;
  /** Returns the paths of the files with changes to decide. */
  paths(): readonly string[];
  get(path: string): FileReview | undefined;
  /** Returns the revision of a file with changes to decide. */
  revisionOf(path: string): number | undefined;
  /** Looks at files. `by` wrote their changes. */
  look(paths: readonly string[], by: Origin): Promise<void>;
  /** Writes a text for an agent. `changed`: the file kept changing. */
  write(path: string, text: string, by: Origin): Promise<"done" | "changed" | "failed">;
  decide(decision: FileDecision): Promise<ReviewResult>;
  undo(actionId?: string): Promise<ReviewResult>;
  redo(): Promise<ReviewResult>;
  forgetDecided(): Promise<void>;
  forgetNew: ReviewedFiles["forgetNew"];
}

/** Opens the decisions that were saved. */
export async function createEngine(parts: EngineParts): Promise<ReviewEngine> {
  const { files, contents, storage, surroundings, unreportedBy, now, store } = parts;
  const history = createActionHistory(storage, () => {
    isHistoryChanged = true;
  });
  const rows = new Map<string, ReviewedFile>();
  let areRowsChanged = false;
  let isHistoryChanged = true;
  const reviewed = createReviewedFiles({
    ...{ files, contents, storage, surroundings, now },
    onChange(path, file) {
      if (file === undefined) rows.delete(path);
      else rows.set(path, file);
      areRowsChanged = true;
      // A decision is saved together with the file.
      isHistoryChanged = true;
    },
  });
  await reviewed.load();
  publish();

  /** Shows what has changed. A task may change hundreds of files, so it shows them together. */
  function publish(): void {
    if (areRowsChanged || isHistoryChanged)
      store.setState({
        ...(areRowsChanged && { files: addOldPaths(rows) }),
        ...(isHistoryChanged && { undo: history.list("undo"), redo: history.list("redo") }),
      });
    areRowsChanged = false;
    isHistoryChanged = false;
  }

  const queue = createQueue();
  let tasks = 0;
  async function inOrder<Result>(task: () => Promise<Result>): Promise<Result> {
    tasks++;
    return queue(() => task().finally(publish));
  }

  async function decide({ kind, paths, next }: FileDecision): Promise<ReviewResult> {
    const actionId = crypto.randomUUID();
    const at = now();
    const outcomes = new Map<string, ReviewOutcome>();
    await history.clearRedo();
    for (const path of paths) {
      let outcome: ReviewOutcome = "changed";
      const change = {
        next(review: FileReview): FileReview | undefined {
          const result = next(path, review);
          if (typeof result !== "string") return result;
          outcome = result;
          return undefined;
        },
        step: (before, after) => ({
          list: "undo",
          step: { actionId, kind, at, files: [{ path, before, after }] },
        }),
      } satisfies Parameters<typeof reviewed.change>[2];
      const result = await reviewed.change(path, unreportedBy(), change);
      outcomes.set(path, result === "changed" ? outcome : result);
    }
    return { actionId, outcomes };
  }

  /** Takes a step of one list back, and adds what takes that back in turn to the other list. */
  async function takeBack(
    from: "undo" | "redo",
    to: "undo" | "redo",
    actionId?: string,
  ): Promise<ReviewResult> {
    const step = history.find(from, actionId);
    const outcomes = new Map<string, ReviewOutcome>();
    if (step === undefined) return { actionId: actionId ?? "", outcomes };
    const { kind, at } = step;
    for (const { path, before, after } of step.files) {
      const near = reviewed.get(path);
      const [old, decided] = await Promise.all([
        loadReview(contents, before, near),
        loadReview(contents, after, near),
      ]);
      const result = await reviewed.change(path, unreportedBy(), {
        next: (review) => undoInReview(review, old, decided),
        step: (undone, restored) => ({
          list: to,
          step: {
            ...{ actionId: step.actionId, kind, at },
            files: [{ path, before: undone, after: restored }],
          },
        }),
      });
      outcomes.set(path, result === "changed" ? "conflict" : result);
    }
    await history.remove(from, step.actionId);
    return { actionId: step.actionId, outcomes };
  }

  return {
    inOrder,
    countTasks: () => tasks,
    revisionOf: (path) => rows.get(path)?.revision,
    paths: reviewed.paths,
    get: reviewed.get,
    look: reviewed.lookAt,
    async write(path, text, by) {
      const next = textVersion(text);
      let isSame = false;
      const result = await reviewed.change(path, unreportedBy(), {
        next(review) {
          const after = observeEdit(review, { ...next, mode: modeOf(review.current) }, by);
          isSame = after === review;
          return after;
        },
        writer: by,
      });
      return result === "changed" && isSame ? "done" : result;
    },
    decide,
    undo: (actionId) => takeBack("undo", "redo", actionId),
    redo: () => takeBack("redo", "undo"),
    forgetDecided: reviewed.forgetDecided,
    forgetNew: reviewed.forgetNew,
  };
}

/** Returns the next review after some changes of a file are kept or rejected, or why none was. */
export function decideChanges(
  kind: "keep" | "reject",
  review: FileReview,
  found: readonly Decidable[],
  skip: Skip,
): FileReview | ReviewOutcome {
  const skipped = found.map((change) => skip(review, change));
  const decided = found.filter((_change, index) => skipped[index] === undefined);
  if (decided.length === 0) return skipped.find((reason) => reason !== undefined) ?? "changed";
  // From the end, so that the positions of the others stay the same.
  return decided.reduceRight(kind === "keep" ? keepChange : rejectChange, review);
}

/** Returns some changes of a file. `revision` is that of the file now. */
export function findChanges(
  review: FileReview,
  refs: readonly HunkRef[] | "all",
  revision: number | undefined,
): readonly Decidable[] {
  const changes = listDecidable(review);
  if (refs === "all") return changes;
  const isCurrent = (ref: HunkRef): boolean => (ref.revision ?? revision) === revision;
  const named = new Set(refs.filter(isCurrent).map(({ hunkId }) => hunkId));
  const ids = hunkIdsOf(review);
  return changes.filter((_change, index) => named.has(ids[index] ?? ""));
}

/** Returns the id of a change. */
export function hunkIdOf(review: FileReview, change: Decidable): string {
  return hunkIdsOf(review)[listDecidable(review).indexOf(change)] ?? "";
}

/** A file that is written keeps its mode. A link is replaced by a file. */
function modeOf(version: FileVersion): "regular" | "executable" {
  return version?.mode === "executable" ? "executable" : "regular";
}
