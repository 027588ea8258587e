import type { AcpStorage } from "@acp-store/persist";
import { z } from "zod/mini";
import { type FileReview, restoreReview } from "../model/fileReview.js";
import type { LineChange } from "@acp-store/core/diff";
import type { Origin } from "../model/origin.js";
import type { OriginSpan } from "../model/spans.js";
import type { Contents, SavedVersion } from "./contents.js";

/** A review of a file whose contents are in the blobs. */
export interface SavedReview {
  readonly base: SavedVersion | null;
  readonly current: SavedVersion | null;
  readonly changes: readonly LineChange[];
  readonly origins: readonly OriginSpan[];
  readonly modeOrigin?: Origin;
}

/** A decision with the files before and after it. */
export interface UndoStep {
  readonly actionId: string;
  readonly kind: "keep" | "reject";
  readonly at: number;
  readonly files: readonly {
    readonly path: string;
    readonly before: SavedReview;
    readonly after: SavedReview;
  }[];
}

/** A write that may or may not have been carried out. */
export interface Intent {
  readonly path: string;
  readonly after: SavedReview;
  readonly step?: UndoStep;
}

/** The decisions that can be undone and repeated, the newest last. */
export interface SavedActions {
  readonly undo: readonly UndoStep[];
  readonly redo: readonly UndoStep[];
}

const count = z.int().check(z.nonnegative());
const savedVersion: z.ZodMiniType<SavedVersion | null> = z.nullable(
  z.object({ content: z.string(), mode: z.enum(["regular", "executable", "link"]) }),
);
const origin: z.ZodMiniType<Origin> = z.union([
  z.literal("user"),
  z.literal("unknown"),
  z.object({
    agentId: z.string(),
    sessionId: z.string(),
    turnId: z.exactOptional(z.string()),
    toolCallId: z.exactOptional(z.string()),
    evidence: z.enum(["fs", "diff", "command"]),
  }),
]);
const savedReview: z.ZodMiniType<SavedReview> = z.object({
  base: savedVersion,
  current: savedVersion,
  changes: z.array(z.object({ oldStart: count, oldEnd: count, newStart: count, newEnd: count })),
  origins: z.array(z.object({ start: count, end: count, by: origin })),
  modeOrigin: z.exactOptional(origin),
});
const undoStep: z.ZodMiniType<UndoStep> = z.object({
  actionId: z.string(),
  kind: z.enum(["keep", "reject"]),
  at: z.number(),
  files: z.array(z.object({ path: z.string(), before: savedReview, after: savedReview })),
});
const intent: z.ZodMiniType<Intent> = z.object({
  path: z.string(),
  after: savedReview,
  step: z.exactOptional(undoStep),
});
const savedActions: z.ZodMiniType<SavedActions> = z.object({
  undo: z.array(undoStep),
  redo: z.array(undoStep),
});

const FILE = "file:";
const ACTIONS = "actions";
const INTENT = "intent";

/** The documents of a review. Every write survives a crash of the process when its promise resolves. */
export interface ReviewStorage {
  writeFile(path: string, file: SavedReview | undefined): Promise<void>;
  writeActions(saved: SavedActions): Promise<void>;
  writeIntent(saved: Intent | undefined): Promise<void>;
}

/** A saved review. */
export interface LoadedReview {
  readonly files: ReadonlyMap<string, SavedReview>;
  readonly actions: SavedActions;
  readonly intent: Intent | undefined;
  /** The ids of documents that cannot be read. */
  readonly damaged: readonly string[];
}

/** Opens the documents of a review. Writers that opened them before can write no more. */
export async function openReviewStorage(
  storage: AcpStorage,
): Promise<{ readonly saved: LoadedReview; readonly storage: ReviewStorage }> {
  const files = new Map<string, SavedReview>();
  const damaged: string[] = [];
  let actions: SavedActions = { undo: [], redo: [] };
  let savedIntent: Intent | undefined;
  let epoch = 1;
  for (const id of await storage.list()) {
    const document = await storage.read(id);
    if (document === undefined) continue;
    epoch = Math.max(epoch, document.epoch + 1);
    const value = parseJson(document.snapshot);
    const file = savedReview.safeParse(value);
    const found = savedActions.safeParse(value);
    const write = intent.safeParse(value);
    if (id.startsWith(FILE) && file.success) files.set(id.slice(FILE.length), file.data);
    else if (id === ACTIONS && found.success) actions = found.data;
    else if (id === INTENT && write.success) savedIntent = write.data;
    else damaged.push(id);
  }
  async function write(id: string, value: object | undefined): Promise<void> {
    if (value === undefined) await storage.remove(id);
    else await storage.write({ id, epoch, snapshot: JSON.stringify(value) });
  }
  return {
    saved: { files, actions, intent: savedIntent, damaged },
    storage: {
      writeFile: (path, file) => write(FILE + path, file),
      writeActions: (saved) => write(ACTIONS, saved),
      writeIntent: (saved) => write(INTENT, saved),
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Saves the contents of a review, and returns the rest. */
export async function saveReview(contents: Contents, review: FileReview): Promise<SavedReview> {
  const { base, current, changes, origins, modeOrigin } = review;
  return {
    base: await contents.save(base),
    current: await contents.save(current),
    ...{ changes: [...changes], origins: [...origins] },
    ...(modeOrigin && { modeOrigin }),
  };
}

/**
 * Loads a review with its contents.
 *
 * @throws Error if a content is missing or damaged.
 */
export async function loadReview(contents: Contents, saved: SavedReview): Promise<FileReview> {
  const { base, current, ...rest } = saved;
  return restoreReview({
    ...rest,
    base: await contents.load(base),
    current: await contents.load(current),
  });
}
