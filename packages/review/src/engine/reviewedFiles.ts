import type { Files } from "../files.js";
import { type FileReview, hasChanges, observeEdit, unreviewed } from "../model/fileReview.js";
import type { Origin } from "../model/origin.js";
import { observeUserEdit } from "../model/userEdit.js";
import { type FileVersion, isSameVersion } from "../model/version.js";
import { ABSENT, type Contents } from "./contents.js";
import { toReviewedFile } from "./reviewedFile.js";
import type { ReviewedFile } from "./reviewState.js";
import {
  type LoadedReview,
  loadReview,
  type ReviewStorage,
  type SavedReview,
  saveReview,
  type UndoStep,
} from "./reviewStorage.js";

/** The number of attempts, if another program changes the file between the look at it and the write. */
const MAX_ATTEMPTS = 5;

interface ReviewedFilesParts {
  readonly files: Files;
  readonly contents: Contents;
  readonly storage: ReviewStorage;
  readonly onChange: (path: string, file: ReviewedFile | undefined) => void;
}

/** The files with changes to decide. The callers see to it that one method runs at a time. */
export interface ReviewedFiles {
  /**
   * Loads what was saved, and completes the change that was interrupted if its file was written. Reviews
   * whose contents are missing are left out.
   */
  load(saved: LoadedReview, addStep: (step: UndoStep) => Promise<void>): Promise<void>;
  get(path: string): FileReview | undefined;
  paths(): readonly string[];
  /**
   * Looks at a file, and resolves with its review. `by` wrote the changes since the last look. `before` is
   * the version to compare a file with that has no changes yet: by default, the version on disk, so that
   * there are none.
   */
  look(path: string, by: Origin, before?: FileVersion): Promise<FileReview>;
  /**
   * Replaces the review of a file, and the file if its content differs. Looks at the file first, and again
   * if another program writes to it at the same moment. Resolves with the review before and after, or with
   * `undefined` if `change` returned none or the file kept changing.
   */
  change(path: string, by: Origin, change: ReviewChange): Promise<ChangedReview | undefined>;
}

export interface ReviewChange {
  /** Returns the next review. `undefined`: there is nothing to do. */
  readonly next: (review: FileReview) => FileReview | undefined;
  /** The version to compare a file with that has no changes yet. */
  readonly before?: FileVersion;
  /** Returns the step with which the change can be undone. It is saved together with the change. */
  readonly step?: (before: SavedReview, after: SavedReview) => UndoStep;
  /** Adds the step to those that can be undone. */
  readonly addStep?: (step: UndoStep) => Promise<void>;
}

export interface ChangedReview {
  readonly before: FileReview;
  readonly after: FileReview;
}

export function createReviewedFiles({
  files,
  contents,
  storage,
  onChange,
}: ReviewedFilesParts): ReviewedFiles {
  const reviews = new Map<string, FileReview>();
  let revision = 0;

  async function set(path: string, review: FileReview): Promise<void> {
    if (reviews.get(path) === review) return;
    const isReviewed = hasChanges(review);
    if (!isReviewed && !reviews.has(path)) return;
    const saved = await saveReview(contents, review);
    await storage.writeFile(path, isReviewed ? saved : undefined);
    if (isReviewed) reviews.set(path, review);
    else reviews.delete(path);
    onChange(path, isReviewed ? toReviewedFile(path, review, saved, ++revision) : undefined);
  }

  async function look(path: string, by: Origin, before?: FileVersion): Promise<FileReview> {
    const version = await contents.read(path);
    const known = reviews.get(path) ?? unreviewed(before === undefined ? version : before);
    const review =
      by === "user" ? observeUserEdit(known, version) : observeEdit(known, version, by);
    await set(path, review);
    return review;
  }

  async function change(
    path: string,
    by: Origin,
    { next, before, step, addStep }: ReviewChange,
  ): Promise<ChangedReview | undefined> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const review = await look(path, by, before);
      const after = next(review);
      if (after === undefined || after === review) return undefined;
      const saved = await saveReview(contents, after);
      const undo = step?.(await saveReview(contents, review), saved);
      // A crash leaves the change done with its undo, or not done: the intent has both until they are saved.
      await storage.writeIntent({ path, after: saved, ...(undo && { step: undo }) });
      const isReplaced =
        isSameVersion(review.current, after.current) || (await replaceFile(path, review, after));
      if (isReplaced) {
        await set(path, after);
        if (undo !== undefined) await addStep?.(undo);
      }
      await storage.writeIntent(undefined);
      if (isReplaced) return { before: review, after };
    }
    return undefined;
  }

  async function replaceFile(
    path: string,
    before: FileReview,
    after: FileReview,
  ): Promise<boolean> {
    const expected = (await contents.save(before.current))?.content ?? ABSENT;
    return files.replace({ path, content: await contents.toFile(after.current), expected });
  }

  async function load(
    saved: LoadedReview,
    addStep: (step: UndoStep) => Promise<void>,
  ): Promise<void> {
    for (const [path, file] of saved.files) {
      const review = await loadReview(contents, file).catch(() => undefined);
      if (review === undefined) continue;
      reviews.set(path, review);
      onChange(path, toReviewedFile(path, review, file, ++revision));
    }
    const { intent } = saved;
    if (intent === undefined) return;
    // Whether the write was carried out, only the file tells.
    const after = await loadReview(contents, intent.after).catch(() => undefined);
    if (after === undefined || !isSameVersion(await contents.read(intent.path), after.current))
      return;
    await set(intent.path, after);
    if (intent.step !== undefined) await addStep(intent.step);
  }

  return { load, get: (path) => reviews.get(path), paths: () => [...reviews.keys()], look, change };
}
