import type { Files } from "../files.js";
import { type FileReview, hasChanges, observeEdit, unreviewed } from "../model/fileReview.js";
import type { Origin } from "../model/origin.js";
import { observeUserEdit } from "../model/userEdit.js";
import { type FileVersion, isSameVersion } from "../model/version.js";
import { ABSENT, type Contents, type SavedVersion } from "./contents.js";
import { toReviewedFile } from "./reviewedFile.js";
import type { ReviewedFile } from "./reviewState.js";
import { loadReview, type ReviewStorage, saveReview } from "./reviewStorage.js";
import type { ListedStep, SavedReview, SeenVersion } from "./savedState.js";

/** The number of attempts, if another program changes the file between the look at it and the write. */
const MAX_ATTEMPTS = 5;

/** The version to compare a file with that has no changes yet. */
export type BaseVersion =
  | { readonly version: FileVersion }
  /** Nobody knows it. */
  | "unknown"
  /** The one on disk, so that there are no changes. */
  | "current";

/** The work of agents, as far as the reviewed files need to know it. */
export interface Surroundings {
  /** Called before several files without changes are looked at. */
  prepare(paths: readonly string[]): Promise<void>;
  /** Returns the version to compare a file with that has no changes yet. */
  baseOf(path: string, onDisk: FileVersion): Promise<BaseVersion>;
  /** Gives lines of unknown origin to those who reported them. `earlier` are the versions from before. */
  attribute(path: string, review: FileReview, earlier: readonly FileVersion[]): FileReview;
  /** Called before the result of an edit is saved. `before` is the version that was known. */
  onEdit(path: string, edit: ObservedEdit): Promise<void>;
  /** Returns whether files without changes are kept, because a turn may change them again. */
  keepsDecided(): boolean;
}

/** An edit of a file. */
export interface ObservedEdit {
  readonly before: FileVersion;
  readonly after: FileVersion;
  readonly by: Origin;
}

interface ReviewedFilesParts {
  readonly files: Files;
  readonly contents: Contents;
  readonly storage: ReviewStorage;
  readonly surroundings: Surroundings;
  readonly now: () => number;
  readonly onChange: (path: string, file: ReviewedFile | undefined) => void;
}

/** The number of files whose old contents are in memory at once. */
const MAX_PREPARED = 100;
/** The number of versions of a file from before that are kept in a turn, to find reported texts in. */
const MAX_EARLIER = 10;

/** The files with changes to decide. The callers see to it that one method runs at a time. */
export interface ReviewedFiles {
  /**
   * Loads what was saved, and completes the change that was interrupted if its file was written. Reviews
   * whose contents are missing are left out.
   */
  load(): Promise<void>;
  get(path: string): FileReview | undefined;
  /** Returns the paths of the files with changes to decide. */
  paths(): readonly string[];
  /** Looks at a file, and resolves with its review. `by` wrote the changes since the last look. */
  look(path: string, by: Origin): Promise<FileReview>;
  /** Looks at several files. Those that cannot be read, such as named pipes, are left alone. */
  lookAt(paths: readonly string[], by: Origin): Promise<void>;
  /** Forgets the files without changes. */
  forgetDecided(): Promise<void>;
  /** Forgets those of some files that agents have created, and that the user has not edited. Resolves with these. */
  forgetNew(paths: readonly string[]): Promise<readonly string[]>;
  /**
   * Replaces the review of a file, and the file if its content differs. Looks at the file first, and again
   * if another program writes to it at the same moment. `changed`: there was nothing to do, or the file
   * kept changing. `failed`: the file cannot be written.
   */
  change(path: string, by: Origin, change: ReviewChange): Promise<"done" | "changed" | "failed">;
}

export interface ReviewChange {
  /** Returns the next review. `undefined`: there is nothing to do. */
  readonly next: (review: FileReview) => FileReview | undefined;
  /** The author of the change. Default: the user, who has decided. */
  readonly writer?: Origin;
  /** Returns the step with which the change can be undone. It is saved together with the change. */
  readonly step?: (before: SavedReview, after: SavedReview) => ListedStep;
}

export function createReviewedFiles({
  files,
  contents,
  storage,
  surroundings,
  now,
  onChange,
}: ReviewedFilesParts): ReviewedFiles {
  const reviews = new Map<string, FileReview>();
  const earlier = new Map<string, readonly FileVersion[]>();
  let revision = 0;

  async function set(path: string, next: FileReview, by: Origin, step?: ListedStep): Promise<void> {
    const known = reviews.get(path);
    const isPending = hasChanges(next);
    // In a turn, an agent may edit what the user has edited.
    const isBase = by === "user" && surroundings.keepsDecided();
    const isWanted = known !== undefined || isPending || isBase || step !== undefined;
    if (known === next || !isWanted) return;
    // Only a decision makes a base known.
    const review: FileReview = known?.noBase && isPending ? { ...next, noBase: true } : next;
    const before = known === undefined ? review.base : known.current;
    const isEdited = !isSameVersion(before, review.current);
    // Edits of the user before the first look do not belong to a turn either.
    if (isEdited || (known === undefined && isBase))
      await surroundings.onEdit(path, { before, after: review.current, by });
    if (isEdited) earlier.set(path, [...(earlier.get(path) ?? []), before].slice(-MAX_EARLIER));
    const isKept = isPending || surroundings.keepsDecided();
    const saved = await saveReview(contents, review, known);
    await storage.save({
      ...{ type: "file", path, file: isKept ? saved : null },
      ...(step && { step }),
      ...(isEdited && { seen: [...(await listFirst(path, before)), toSeen(saved.current, by)] }),
    });
    if (isKept) reviews.set(path, review);
    else forget(path);
    onChange(path, isPending ? toReviewedFile(path, review, saved, ++revision) : undefined);
  }

  /** Returns the version from before the first edit that was seen. */
  async function listFirst(path: string, before: FileVersion): Promise<readonly SeenVersion[]> {
    if (storage.get().history.has(path)) return [];
    return [toSeen(await contents.save(before), "user")];
  }

  function toSeen(version: SavedVersion | null, by: Origin): SeenVersion {
    return { content: version?.content ?? ABSENT, at: now(), by };
  }

  function forget(path: string): void {
    reviews.delete(path);
    earlier.delete(path);
  }

  async function look(path: string, by: Origin): Promise<FileReview> {
    return observe(path, ...(await readFile(path, by)));
  }

  /** Resolves with the version of a file now, and with the author of its changes. */
  async function readFile(
    path: string,
    by: Origin,
  ): Promise<readonly [version: FileVersion, by: Origin]> {
    const isUnsaved = files.isUnsaved?.(path) ?? false;
    const version = await contents.read(path, reviews.get(path)?.current);
    // Only the user changes unsaved text, but anybody may remove the file, or replace it by a link.
    const isText = version !== null && version.mode !== "link";
    return [version, isUnsaved && isText ? "user" : by];
  }

  async function observe(path: string, version: FileVersion, by: Origin): Promise<FileReview> {
    const known = reviews.get(path) ?? (await begin(path, version, by));
    const observed =
      by === "user" ? observeUserEdit(known, version) : observeEdit(known, version, by);
    const review = surroundings.attribute(path, observed, earlier.get(path) ?? []);
    await set(path, review, by);
    return reviews.get(path) ?? review;
  }

  async function lookAt(paths: readonly string[], by: Origin): Promise<void> {
    for (let start = 0; start < paths.length; start += MAX_PREPARED) {
      const some = paths.slice(start, start + MAX_PREPARED);
      if (by !== "user") await surroundings.prepare(some.filter((path) => !reviews.has(path)));
      for (const path of some) {
        const read = await readFile(path, by).catch(() => undefined);
        if (read !== undefined) await observe(path, ...read);
      }
    }
  }

  /** Returns the review of a file that has no changes yet. */
  async function begin(path: string, version: FileVersion, by: Origin): Promise<FileReview> {
    if (by === "user") return unreviewed(version);
    const base = await surroundings.baseOf(path, version);
    if (base === "current") return unreviewed(version);
    if (base === "unknown") return { ...observeEdit(unreviewed(null), version, by), noBase: true };
    return unreviewed(base.version);
  }

  async function forgetDecided(): Promise<void> {
    await forgetAll([...reviews].filter(([, review]) => !hasChanges(review)).map(([path]) => path));
    earlier.clear();
  }

  async function forgetNew(paths: readonly string[]): Promise<readonly string[]> {
    const found = paths.filter((path) => isNewFile(reviews.get(path)));
    await forgetAll(found);
    for (const path of found) onChange(path, undefined);
    return found;
  }

  async function forgetAll(paths: readonly string[]): Promise<void> {
    if (paths.length > 0) await storage.save({ type: "forget", paths });
    paths.forEach(forget);
  }

  async function change(
    path: string,
    by: Origin,
    { next, writer = "user", step }: ReviewChange,
  ): Promise<"done" | "changed" | "failed"> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const review = await look(path, by);
      const after = next(review);
      if (after === undefined || after === review) return "changed";
      const saved = await saveReview(contents, after, review);
      const undo = step?.(await saveReview(contents, review), saved);
      if (!isSameVersion(review.current, after.current)) {
        // A crash leaves the change done with its undo, or not done: the intent has both until they are saved.
        const intent = { path, after: saved, writer, ...(undo && { step: undo }) };
        await storage.save({ type: "intent", intent });
        const outcome = await replaceFile(path, review, after);
        if (outcome !== "done") await storage.save({ type: "intent", intent: null });
        if (outcome === "changed") continue;
        if (outcome === "failed") return outcome;
      }
      await set(path, after, writer, undo);
      return "done";
    }
    return "changed";
  }

  async function replaceFile(
    path: string,
    before: FileReview,
    after: FileReview,
  ): Promise<"done" | "changed" | "failed"> {
    const expected = (await contents.save(before.current))?.content ?? ABSENT;
    const content = await contents.toFile(after.current);
    try {
      return (await files.replace({ path, content, expected })) ? "done" : "changed";
    } catch {
      // The file may have been replaced before the error.
      return isSameVersion(await contents.read(path), after.current) ? "done" : "failed";
    }
  }

  async function load(): Promise<void> {
    const { files: saved, intent } = storage.get();
    for (const [path, file] of saved) {
      const review = await loadReview(contents, file).catch(() => undefined);
      if (review === undefined) continue;
      reviews.set(path, review);
      if (hasChanges(review)) onChange(path, toReviewedFile(path, review, file, ++revision));
    }
    if (intent === undefined) return;
    // Whether the write was carried out, only the file tells.
    const after = await loadReview(contents, intent.after).catch(() => undefined);
    if (after === undefined || !isSameVersion(await contents.read(intent.path), after.current))
      return;
    await set(intent.path, after, intent.writer, intent.step);
  }

  return {
    ...{ load, look, lookAt, forgetDecided, forgetNew, change },
    get: (path) => reviews.get(path),
    paths: () => [...reviews].filter(([, review]) => hasChanges(review)).map(([path]) => path),
  };
}

/** Returns whether agents have created a file, and the user has not edited it. */
function isNewFile(review: FileReview | undefined): boolean {
  return (
    review !== undefined &&
    review.base === null &&
    review.noBase !== true &&
    review.origins.every(({ by }) => by !== "user")
  );
}
