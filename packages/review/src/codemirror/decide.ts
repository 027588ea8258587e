import { EditorView } from "@codemirror/view";
import type { RejectOptions } from "../engine/decisions.js";
import type { ReviewOutcome, ReviewResult } from "../engine/reviewState.js";
import { getShownReview, hasUnsavedEdits, type ShownReview, updateReview } from "./reviewField.js";
import type { ReviewFollower } from "./reviewFollower.js";
import type { ReviewSetup } from "./reviewSetup.js";

/** A decision about a hunk, or about the file. */
export interface Decision extends RejectOptions {
  readonly kind: "keep" | "reject";
  /** Absent: the file. */
  readonly hunkId?: string;
}

interface Deciding {
  readonly view: EditorView;
  readonly follower: ReviewFollower;
  readonly setup: ReviewSetup;
}

/**
 * Carries out a decision, and shows its outcome. `onDone` is called if it was carried out, with its announcement, and with the ids of the other hunks: those after it first.
 */
export async function decide(
  deciding: Deciding,
  decision: Decision,
  onDone: (announcement: string, others: readonly string[]) => void,
): Promise<void> {
  const { view, setup } = deciding;
  const { review, path, texts } = setup;
  const { hunkId, kind } = decision;
  await run(deciding, async () => {
    if (!(await saveFirst(deciding, hunkId))) return fail(deciding, texts.failure.changed);
    const before = getShownReview(view.state);
    const { others, position } = describePosition(before, hunkId, setup);
    const revision = before.file?.revision;
    const target =
      hunkId === undefined ? { path } : { path, hunkId, ...(revision && { revision }) };
    const result = await (kind === "keep" ? review.keep(target) : review.reject(target, decision));
    await deciding.follower.refresh();
    const failure = failureOf(result.outcomes.get(path), setup);
    if (failure !== undefined) return fail(deciding, failure);
    if (kind === "reject" && askAboutRest(deciding, result, decision)) return;
    const isQueued = result.outcomes.get(path) === "queued";
    const verb = isQueued ? texts.queued : kind === "keep" ? texts.kept : texts.rejected;
    onDone(`${verb}: ${position}.`, others);
  });
}

/** Takes the last decision about the file back. */
export async function undoLast(deciding: Deciding, actionId: string): Promise<void> {
  const { view, setup } = deciding;
  const { review, path, texts } = setup;
  await run(deciding, async () => {
    const { outcomes } = await review.undo(actionId);
    await deciding.follower.refresh();
    const failure = failureOf(outcomes.get(path), setup);
    if (failure !== undefined) return fail(deciding, failure);
    const { hunks } = getShownReview(view.state);
    announce(deciding, `${texts.undone}. ${texts.changes(hunks.length)}.`);
  });
}

/** Takes a rejection back that waits for the end of a turn. */
export async function unqueue(deciding: Deciding, hunkId: string): Promise<void> {
  const { review, path, texts } = deciding.setup;
  await review
    .unqueue({ path, hunkId })
    .catch((error: unknown) => fail(deciding, texts.offline(messageOf(error))));
}

async function run(deciding: Deciding, decision: () => Promise<void>): Promise<void> {
  const { follower, setup } = deciding;
  if (follower.isDeciding) return;
  follower.isDeciding = true;
  follower.hasMoved = false;
  follower.dispatch({ effects: updateReview.of({ question: undefined, notice: undefined }) });
  try {
    await decision();
  } catch (error) {
    fail(deciding, setup.texts.offline(messageOf(error)));
  } finally {
    follower.isDeciding = false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Saves unsaved edits. Resolves with whether the hunk is still there. */
async function saveFirst({ view, follower, setup }: Deciding, hunkId?: string): Promise<boolean> {
  if (setup.save === undefined || !hasUnsavedEdits(view.state)) return true;
  await setup.save(view);
  await follower.refresh();
  const { hunks } = getShownReview(view.state);
  return hunkId === undefined || hunks.some(({ hunk }) => hunk.hunkId === hunkId);
}

function describePosition(
  { hunks }: ShownReview,
  hunkId: string | undefined,
  { texts }: ReviewSetup,
): { readonly others: readonly string[]; readonly position: string } {
  const ids = hunks.map(({ hunk }) => hunk.hunkId);
  if (hunkId === undefined) return { others: ids, position: texts.changes(ids.length) };
  const index = ids.indexOf(hunkId);
  return {
    others: [...ids.slice(index + 1), ...ids.slice(0, Math.max(index, 0))],
    position: texts.position(index + 1, ids.length),
  };
}

/** Asks about changes that a rejection has left. Returns whether there are any. */
function askAboutRest(
  deciding: Deciding,
  { outcomes }: ReviewResult,
  { hunkId, include = [] }: Decision,
): boolean {
  const { follower, setup } = deciding;
  const { path, texts, review } = setup;
  if (hunkId !== undefined) {
    if (outcomes.get(path) !== "protected") return false;
    follower.dispatch({ effects: updateReview.of({ question: { type: "hunk", hunkId } }) });
    announce(deciding, texts.confirmChange);
    return true;
  }
  const left = review.getState().files.get(path)?.hunks ?? [];
  const changes = left.filter((hunk) => hunk.protected).length;
  if (changes === 0 || include.length > 0) return false;
  follower.dispatch({ effects: updateReview.of({ question: { type: "file", changes } }) });
  announce(deciding, texts.confirmFile(changes));
  return true;
}

function failureOf(outcome: ReviewOutcome | undefined, { texts }: ReviewSetup): string | undefined {
  if (outcome === undefined) return texts.failure.changed;
  const isFailure = outcome !== "done" && outcome !== "queued" && outcome !== "protected";
  return isFailure ? texts.failure[outcome] : undefined;
}

function fail(deciding: Deciding, notice: string): void {
  deciding.follower.dispatch({ effects: updateReview.of({ notice }) });
  announce(deciding, notice);
}

function announce({ follower }: Deciding, text: string): void {
  follower.dispatch({ effects: EditorView.announce.of(text) });
}
