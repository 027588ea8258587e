import type { AcpStorage } from "@acp-store/persist";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Blobs, Files } from "../files.js";
import {
  type Decidable,
  keepChange,
  listDecidable,
  originsOf,
  rejectChange,
} from "../model/decide.js";
import { type FileReview, observeEdit } from "../model/fileReview.js";
import { findHunk } from "../model/hunkIds.js";
import { type AgentOrigin, isProtectedOrigin, type Origin } from "../model/origin.js";
import { type FileVersion, textVersion } from "../model/version.js";
import { createQueue } from "../queue.js";
import { createActionHistory } from "./actionHistory.js";
import { createContents } from "./contents.js";
import { createReviewedFiles } from "./reviewedFiles.js";
import type { ReviewOutcome, ReviewResult, ReviewState, ReviewTarget } from "./reviewState.js";
import { loadReview, openReviewStorage, type UndoStep } from "./reviewStorage.js";
import { undoInReview } from "./undoInReview.js";

export interface ReviewOptions {
  /** The files of the folder. */
  readonly files: Files;
  /** The place for contents. */
  readonly blobs: Blobs;
  /** The place for everything else. No other review may use it at the same time. */
  readonly storage: AcpStorage;
  /** Returns who writes files without a report: the user, or somebody unknown while an agent works. */
  readonly unreportedBy: () => "user" | "unknown";
  /** Returns the time in ms since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

export interface RejectOptions {
  /** The hunks to reject as well, by who wrote some of their lines. Default: neither. */
  readonly include?: readonly ("user" | "unknown")[];
}

/** The review of the files of one folder. */
export interface Review
  extends Pick<StoreApi<ReviewState>, "getState" | "getInitialState" | "subscribe"> {
  /** Keeps changes: they become a part of what the user has accepted. No file is written. */
  keep(target: ReviewTarget): Promise<ReviewResult>;
  /**
   * Rejects changes: the files get the lines that the user had accepted. Hunks with lines of the user or of
   * unknown origin are left unless `include` names these.
   */
  reject(target: ReviewTarget, options?: RejectOptions): Promise<ReviewResult>;
  /** Takes a decision back, by default the last one. Later changes of the files stay. */
  undo(actionId?: string): Promise<ReviewResult>;
  /** Repeats the decision that was undone last. */
  redo(): Promise<ReviewResult>;
  /**
   * Looks at a file that an agent has changed. `before` is the version from before the change, if the file
   * has no changes to decide yet.
   */
  agentEdited(path: string, by: AgentOrigin, before: FileVersion): Promise<void>;
  /** Writes a text for an agent. */
  agentWrites(path: string, text: string, by: AgentOrigin): Promise<void>;
  /** Looks at files that somebody may have changed. Default: those with changes to decide. */
  look(paths?: readonly string[]): Promise<void>;
  /** Resolves when all calls before this one are done. */
  flush(): Promise<void>;
}

/**
 * Opens the review of a folder.
 *
 * @throws the error of the storage if it cannot be used.
 */
export async function createReview(options: ReviewOptions): Promise<Review> {
  const { files, blobs, unreportedBy, now = Date.now } = options;
  const store = createStore<ReviewState>(() => ({ files: new Map(), undo: [], redo: [] }));
  const contents = createContents(files, blobs);
  const { saved, storage } = await openReviewStorage(options.storage);
  const inOrder = createQueue();
  const history = createActionHistory(saved.actions, storage, () =>
    store.setState({ undo: history.list("undo"), redo: history.list("redo") }),
  );
  const reviewed = createReviewedFiles({
    ...{ files, contents, storage },
    onChange(path, file) {
      const next = new Map(store.getState().files);
      if (file === undefined) next.delete(path);
      else next.set(path, file);
      store.setState({ files: next });
    },
  });
  await reviewed.load(saved, (step) => history.add("undo", step));
  store.setState({ undo: history.list("undo"), redo: history.list("redo") });
  await lookAt(reviewed.paths(), unreportedBy());

  async function lookAt(paths: readonly string[], by: Origin): Promise<void> {
    for (const path of paths) await reviewed.look(path, by);
  }

  function decide(
    kind: UndoStep["kind"],
    target: ReviewTarget,
    include: RejectOptions["include"] = [],
  ): Promise<ReviewResult> {
    const includes = (by: Origin): boolean =>
      kind === "keep" || !isProtectedOrigin(by) || include.some((name) => name === by);
    return inOrder(async () => {
      const actionId = crypto.randomUUID();
      const at = now();
      const outcomes = new Map<string, ReviewOutcome>();
      await history.clearRedo();
      for (const path of target === "all" ? reviewed.paths() : [target.path]) {
        let skipped: ReviewOutcome = "changed";
        const isDone = await reviewed.change(path, unreportedBy(), {
          next(review) {
            const found = findChanges(review, target);
            const decided = found.filter((change) => originsOf(review, change).every(includes));
            skipped = decided.length < found.length ? "protected" : "changed";
            // From the end, so that the positions of the others stay the same.
            return decided.reduceRight(kind === "keep" ? keepChange : rejectChange, review);
          },
          step: (before, after) => ({ actionId, kind, at, files: [{ path, before, after }] }),
          addStep: (step) => history.add("undo", step),
        });
        outcomes.set(path, isDone ? "done" : skipped);
      }
      return { actionId, outcomes };
    });
  }

  /** Returns the changes that a target names. */
  function findChanges(review: FileReview, target: ReviewTarget): readonly Decidable[] {
    if (target === "all" || !("hunkId" in target)) return listDecidable(review);
    const { path, hunkId, revision } = target;
    const isSeen =
      revision === undefined || store.getState().files.get(path)?.revision === revision;
    const change = isSeen ? findHunk(review, hunkId) : undefined;
    return change === undefined ? [] : [change];
  }

  /** Takes the steps of one list back, and adds what takes that back in turn to the other list. */
  function takeBack(
    from: "undo" | "redo",
    to: "undo" | "redo",
    actionId?: string,
  ): Promise<ReviewResult> {
    return inOrder(async () => {
      const step = history.find(from, actionId);
      const outcomes = new Map<string, ReviewOutcome>();
      if (step === undefined) return { actionId: actionId ?? "", outcomes };
      const { kind, at } = step;
      for (const { path, before, after } of step.files) {
        const [old, decided] = await Promise.all([
          loadReview(contents, before),
          loadReview(contents, after),
        ]);
        const isDone = await reviewed.change(path, unreportedBy(), {
          before: decided.base,
          next: (review) => undoInReview(review, old, decided),
          step: (undone, restored) => ({
            ...{ actionId: step.actionId, kind, at },
            files: [{ path, before: undone, after: restored }],
          }),
          addStep: (inverse) => history.add(to, inverse),
        });
        outcomes.set(path, isDone ? "done" : "conflict");
      }
      await history.remove(from, step.actionId);
      return { actionId: step.actionId, outcomes };
    });
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    keep: (target) => decide("keep", target),
    reject: (target, { include } = {}) => decide("reject", target, include),
    undo: (actionId) => takeBack("undo", "redo", actionId),
    redo: () => takeBack("redo", "undo"),
    agentEdited: (path, by, before) =>
      inOrder(async () => void (await reviewed.look(path, by, before))),
    agentWrites: (path, text, by) =>
      inOrder(async () => {
        const next = textVersion(text);
        await reviewed.change(path, unreportedBy(), {
          next: (review) => observeEdit(review, { ...next, mode: modeOf(review.current) }, by),
        });
      }),
    look: (paths) => inOrder(() => lookAt(paths ?? reviewed.paths(), unreportedBy())),
    flush: () => inOrder(async () => {}),
  };
}

/** A file that is written keeps its mode. A link is replaced by a file. */
function modeOf(version: FileVersion): "regular" | "executable" {
  return version?.mode === "executable" ? "executable" : "regular";
}
