import type { AcpStorage } from "@acp-store/persist";
import { type FileReview, restoreReview } from "../model/fileReview.js";
import { packJson, unpackJson } from "../packJson.js";
import { parseJson } from "../parseJson.js";
import type { Contents } from "./contents.js";
import {
  applyChange,
  createState,
  listChanges,
  savedChange,
  type SavedChange,
  type SavedReview,
  type SavedState,
} from "./savedState.js";

/** The id of the only document. */
const DOCUMENT = "review";
/** The size of the journal above which a new snapshot replaces it, in characters. */
const MAX_JOURNAL = 1_000_000;

/** The saved state of a review: a snapshot, and a journal of the changes since. */
export interface ReviewStorage {
  /** Returns the state. */
  get(): SavedState;
  /** Saves a change. It survives a crash of the process when the promise resolves. */
  save(change: SavedChange): Promise<void>;
}

/** Opens the state of a review. Writers that opened it before can write no more. */
export async function openReviewStorage(storage: AcpStorage): Promise<ReviewStorage> {
  const document = await storage.read(DOCUMENT);
  const epoch = (document?.epoch ?? 0) + 1;
  // A damaged change costs only itself.
  let state = [...parseList(document?.snapshot ?? ""), ...(document?.journal ?? []).map(parseJson)]
    .flatMap((value) => savedChange.safeParse(value).data ?? [])
    .reduce(applyChange, createState());
  let journalSize = 0;

  async function writeSnapshot(): Promise<void> {
    journalSize = 0;
    const snapshot = packJson(listChanges(state));
    await storage.write({ id: DOCUMENT, epoch, snapshot });
  }
  await writeSnapshot();

  return {
    get: () => state,
    async save(change) {
      const append = JSON.stringify(change);
      journalSize += append.length;
      if (journalSize <= MAX_JOURNAL) await storage.write({ id: DOCUMENT, epoch, append });
      state = applyChange(state, change);
      if (journalSize > MAX_JOURNAL) await writeSnapshot();
    },
  };
}

function parseList(text: string): readonly unknown[] {
  const value = unpackJson(text);
  return Array.isArray(value) ? value : [];
}

/** Saves the contents of a review, and returns the rest. `near` is a similar review. */
export async function saveReview(
  contents: Contents,
  review: FileReview,
  near?: FileReview,
): Promise<SavedReview> {
  const { base, current, changes, origins, modeOrigin, noBase } = review;
  return {
    base: await contents.save(base, near?.base),
    current: await contents.save(current, near?.current),
    changes: changes.map((change) => [
      change.oldStart,
      change.oldEnd,
      change.newStart,
      change.newEnd,
    ]),
    origins: origins.map(({ start, end, by }) => ({ at: [start, end], by })),
    ...(modeOrigin && { modeOrigin }),
    ...(noBase && { noBase }),
  };
}

/**
 * Loads a review with its contents. `near` is a similar review.
 *
 * @throws Error if a content is missing or damaged.
 */
export async function loadReview(
  contents: Contents,
  saved: SavedReview,
  near?: FileReview,
): Promise<FileReview> {
  const { base, current, changes, origins, ...rest } = saved;
  const review = restoreReview({
    ...rest,
    changes: changes.map(([oldStart, oldEnd, newStart, newEnd]) => ({
      oldStart,
      oldEnd,
      newStart,
      newEnd,
    })),
    origins: origins.map(({ at: [start, end], by }) => ({ start, end, by })),
    base: await contents.load(base, near?.base),
    current: await contents.load(current, near?.current),
  });
  return saved.noBase ? { ...review, noBase: true } : review;
}
