import type { TransactionSpec } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import type { ReviewState } from "../engine/reviewState.js";
import { findSavedText, getShownReview, type ShownReview, updateReview } from "./reviewField.js";
import { type ReviewSetup, reviewSetup } from "./reviewSetup.js";
import { type DocumentRange, placeHunks, type ShownHunk } from "./shownHunks.js";

type MoveTo = (view: EditorView, to: "first" | "last") => void;

/** Follows the review of the file in an editor. */
export class ReviewFollower {
  /** Whether a decision is running. A second press would decide about the next change. */
  isDeciding = false;
  /** Whether the user has moved or edited since this was last set to false. */
  hasMoved = false;
  readonly #view: EditorView;
  #setup: ReviewSetup | undefined;
  #unsubscribe = (): void => {};
  #isClosed = false;
  #loading: Promise<void> | undefined;
  /** The decisions from before the editor was opened. */
  #oldActions: ReadonlySet<string> = new Set();
  /** The decisions that were seen. */
  #seenActions: ReadonlySet<string> = new Set();
  /** Where to move when the first hunks are there. */
  #startAt: ReviewSetup["startAt"];
  readonly #moveTo: MoveTo;

  /** `moveTo` moves to a hunk when the first ones are there. */
  constructor(view: EditorView, moveTo: MoveTo) {
    this.#view = view;
    this.#moveTo = moveTo;
    this.#open();
  }

  /** The review that the editor has now. */
  get setup(): ReviewSetup | undefined {
    return this.#setup;
  }

  update({ state, startState, transactions }: ViewUpdate): void {
    if (transactions.some(isOfUser)) this.hasMoved = true;
    if (state.facet(reviewSetup) === startState.facet(reviewSetup)) return;
    this.#unsubscribe();
    this.#open();
  }

  destroy(): void {
    this.#isClosed = true;
    this.#unsubscribe();
  }

  /** Changes the editor, unless it was closed. Only call it outside of an update of the editor. */
  dispatch(spec: TransactionSpec): boolean {
    if (this.#isClosed) return false;
    // The editor keeps what is at its top in place, but only once between two measurements of its heights.
    this.#view.elementAtHeight(0);
    this.#view.dispatch(spec);
    return true;
  }

  /** Resolves when the editor shows the newest state of the review. */
  refresh(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  #open(): void {
    const setup = this.#view.state.facet(reviewSetup);
    this.#setup = setup;
    if (setup === undefined) return;
    const { review, path } = setup;
    this.#startAt = setup.startAt;
    this.#oldActions = new Set(review.getState().undo.map(({ actionId }) => actionId));
    this.#seenActions = this.#oldActions;
    this.#unsubscribe = review.subscribe((state, previous) => {
      const isSame =
        state.files.get(path) === previous.files.get(path) &&
        state.queued === previous.queued &&
        state.undo === previous.undo;
      if (!isSame) void this.refresh();
    });
    void this.refresh();
  }

  async #load(): Promise<void> {
    // The review can change inside of an update of the editor, which then accepts no other.
    await Promise.resolve();
    try {
      await this.#loadNewest();
    } finally {
      // In the same step as the last comparison, so that no later change is missed.
      this.#loading = undefined;
    }
  }

  async #loadNewest(): Promise<void> {
    for (let isNewest = false; !isNewest && !this.#isClosed; ) {
      const setup = this.#setup;
      if (setup === undefined) return;
      const state = setup.review.getState();
      this.#followDecisions(setup, state);
      await this.#loadTexts(setup, state);
      isNewest = setup === this.#setup && setup.review.getState() === state;
    }
  }

  /** Hunks that were decided leave at once, before the new texts are there. */
  #followDecisions({ path }: ReviewSetup, state: ReviewState): void {
    const shown = getShownReview(this.#view.state);
    const file = state.files.get(path);
    const open = new Set(file?.hunks.map(({ hunkId }) => hunkId));
    const decided = shown.hunks.filter(({ hunk }) => !open.has(hunk.hunkId));
    const hunks =
      decided.length === 0 ? shown.hunks : shown.hunks.filter(({ hunk }) => open.has(hunk.hunkId));
    const actions = state.undo.filter(({ paths }) => paths.includes(path));
    const isKept = actions.some(
      ({ kind, actionId }) => kind === "keep" && !this.#seenActions.has(actionId),
    );
    this.#seenActions = new Set(state.undo.map(({ actionId }) => actionId));
    const undoId = actions.at(-1)?.actionId;
    const queued = state.queued.filter((each) => each.path === path);
    this.dispatch({
      effects: updateReview.of({
        hunks,
        queued: new Set(queued.map(({ hunkId }) => hunkId)),
        undoId,
        wasDecided: undoId !== undefined && !this.#oldActions.has(undoId),
        ...(file === undefined && { file }),
        ...(isKept && { kept: joinRanges(shown.kept, decided) }),
      }),
    });
  }

  async #loadTexts({ review, path }: ReviewSetup, { files }: ReviewState): Promise<void> {
    const file = files.get(path);
    if (file === undefined) return;
    // Without a connection, the editor shows what it has until the state changes again.
    const texts = await review.texts(path).catch(() => undefined);
    if (texts === undefined || this.#isClosed || texts.revision !== file.revision) return;
    if (review !== this.#setup?.review || path !== this.#setup.path) return;
    const { state } = this.#view;
    const { kept } = getShownReview(state);
    const hunks = placeHunks(state, file, texts);
    const shown: Partial<ShownReview> = {
      ...{ file, hunks, saved: findSavedText(state, texts) },
      kept: withoutHunks(kept, hunks),
    };
    this.dispatch({ effects: updateReview.of(shown) });
    const startAt = this.#startAt;
    this.#startAt = undefined;
    if (startAt !== undefined) this.#moveTo(this.#view, startAt);
  }
}

function isOfUser(transaction: ViewUpdate["transactions"][number]): boolean {
  return ["select", "input", "delete", "move", "undo", "redo"].some((event) =>
    transaction.isUserEvent(event),
  );
}

function joinRanges(
  kept: readonly DocumentRange[],
  decided: readonly ShownHunk[],
): readonly DocumentRange[] {
  const added = decided.map(({ from, to }) => ({ from, to }));
  return [...kept, ...added].toSorted((a, b) => a.from - b.from);
}

/** A hunk is open again after the decision was undone. */
function withoutHunks(
  kept: readonly DocumentRange[],
  hunks: readonly ShownHunk[],
): readonly DocumentRange[] {
  let index = 0;
  return kept.filter(({ from, to }) => {
    while ((hunks[index]?.to ?? from) < from) index++;
    const next = hunks[index];
    return next === undefined || next.from > to;
  });
}
