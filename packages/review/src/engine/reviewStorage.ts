import type { AcpStorage } from "@acp-store/persist";
import { z } from "zod/mini";
import type { Snapshot } from "../files.js";
import type { SessionKey } from "../follow/followStore.js";
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
  readonly noBase?: true;
}

/** The kind of a decision. */
export type ActionKind = "keep" | "reject" | "rejectTurn" | "restore";

const actionKind: z.ZodMiniType<ActionKind> = z.enum(["keep", "reject", "rejectTurn", "restore"]);

/** A decision with the files before and after it. */
export interface UndoStep {
  readonly actionId: string;
  readonly kind: ActionKind;
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
  readonly writer?: Origin;
  readonly step?: UndoStep;
}

/** The decisions that can be undone and repeated, the newest last. */
export interface SavedActions {
  readonly undo: readonly UndoStep[];
  readonly redo: readonly UndoStep[];
}

/** An open turn, with the folder at its start. */
export interface SavedOpenTurn extends SessionKey {
  readonly turnId: string;
  readonly start?: Snapshot;
}

/** A file that an ended turn changed, without the edits of others. */
export interface TurnFile {
  readonly path: string;
  readonly before: SavedVersion | null;
  readonly after: SavedVersion | null;
  /** Whether somebody else, or somebody unknown, edited the same lines. */
  readonly protected: boolean;
}

/** An ended turn that changed files. */
export interface SavedEndedTurn extends SessionKey {
  readonly turnId: string;
  /** The time of its end, in ms since the epoch. */
  readonly at: number;
  readonly files: readonly TurnFile[];
}

/** The folder before a turn. */
export interface SavedCheckpoint extends SessionKey {
  readonly checkpointId: string;
  readonly turnId: string;
  readonly messageId?: string;
  readonly at: number;
  readonly late?: true;
  readonly snapshot: Snapshot;
}

/** The turns of a folder. */
export interface SavedTurns {
  /** The turns that have not ended, the oldest first. */
  readonly open: readonly SavedOpenTurn[];
  /**
   * The folder when the oldest of the open turns began, except for the paths that changed while the
   * snapshot was taken.
   */
  readonly baseline?: { readonly snapshot: Snapshot; readonly uncertain: readonly string[] };
  /** The oldest first. */
  readonly ended: readonly SavedEndedTurn[];
  /** The oldest first. */
  readonly checkpoints: readonly SavedCheckpoint[];
}

/** What agents have to be told. */
export interface SavedFeedback {
  readonly rejections: readonly SavedRejection[];
  /** The rejections that wait for the end of a turn. */
  readonly queued: readonly QueuedRejection[];
}

/** A rejection that an agent has not been told. */
export interface SavedRejection extends SessionKey {
  readonly actionId: string;
  readonly path: string;
  /** The rejected lines and the lines in their place, as a unified diff without a header. */
  readonly diff: string;
}

/** A hunk to reject when no turn of the sessions that wrote it is running any more. */
export interface QueuedRejection {
  readonly path: string;
  readonly hunkId: string;
  readonly include: readonly ("user" | "unknown")[];
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
  noBase: z.exactOptional(z.literal(true)),
});
const undoStep: z.ZodMiniType<UndoStep> = z.object({
  actionId: z.string(),
  kind: actionKind,
  at: z.number(),
  files: z.array(z.object({ path: z.string(), before: savedReview, after: savedReview })),
});
const intent: z.ZodMiniType<Intent> = z.object({
  path: z.string(),
  after: savedReview,
  writer: z.exactOptional(origin),
  step: z.exactOptional(undoStep),
});
const savedActions: z.ZodMiniType<SavedActions> = z.object({
  undo: z.array(undoStep),
  redo: z.array(undoStep),
});

const sessionKey = { agentId: z.string(), sessionId: z.string() };
const snapshot: z.ZodMiniType<Snapshot> = z.object({
  id: z.string(),
  leftOut: z.array(z.string()),
  unreadable: z.array(z.string()),
});
const savedTurns: z.ZodMiniType<SavedTurns> = z.object({
  open: z.array(z.object({ ...sessionKey, turnId: z.string(), start: z.exactOptional(snapshot) })),
  baseline: z.exactOptional(z.object({ snapshot, uncertain: z.array(z.string()) })),
  ended: z.array(
    z.object({
      ...sessionKey,
      turnId: z.string(),
      at: z.number(),
      files: z.array(
        z.object({
          path: z.string(),
          before: savedVersion,
          after: savedVersion,
          protected: z.boolean(),
        }),
      ),
    }),
  ),
  checkpoints: z.array(
    z.object({
      ...sessionKey,
      checkpointId: z.string(),
      turnId: z.string(),
      messageId: z.exactOptional(z.string()),
      at: z.number(),
      late: z.exactOptional(z.literal(true)),
      snapshot,
    }),
  ),
});
const savedFeedback: z.ZodMiniType<SavedFeedback> = z.object({
  rejections: z.array(
    z.object({ ...sessionKey, actionId: z.string(), path: z.string(), diff: z.string() }),
  ),
  queued: z.array(
    z.object({
      path: z.string(),
      hunkId: z.string(),
      include: z.array(z.enum(["user", "unknown"])),
    }),
  ),
});

const FILE = "file:";
const ACTIONS = "actions";
const INTENT = "intent";
const TURNS = "turns";
const FEEDBACK = "feedback";

/** The documents of a review. Every write survives a crash of the process when its promise resolves. */
export interface ReviewStorage {
  writeFile(path: string, file: SavedReview | undefined): Promise<void>;
  writeActions(saved: SavedActions): Promise<void>;
  writeIntent(saved: Intent | undefined): Promise<void>;
  writeTurns(saved: SavedTurns): Promise<void>;
  writeFeedback(saved: SavedFeedback): Promise<void>;
}

/** A saved review. */
export interface LoadedReview {
  readonly files: ReadonlyMap<string, SavedReview>;
  readonly actions: SavedActions;
  readonly intent: Intent | undefined;
  readonly turns: SavedTurns;
  readonly feedback: SavedFeedback;
  /** The ids of documents that cannot be read. */
  readonly damaged: readonly string[];
}

/** Opens the documents of a review. Writers that opened them before can write no more. */
export async function openReviewStorage(
  storage: AcpStorage,
): Promise<{ readonly saved: LoadedReview; readonly storage: ReviewStorage }> {
  const files = new Map<string, SavedReview>();
  const documents = new Map<string, unknown>();
  const damaged: string[] = [];
  let epoch = 1;
  for (const id of await storage.list()) {
    const document = await storage.read(id);
    if (document === undefined) continue;
    epoch = Math.max(epoch, document.epoch + 1);
    const value = parseJson(document.snapshot);
    if (!id.startsWith(FILE)) {
      documents.set(id, value);
      continue;
    }
    const file = savedReview.safeParse(value);
    if (file.success) files.set(id.slice(FILE.length), file.data);
    else damaged.push(id);
  }
  function parse<Value>(id: string, schema: z.ZodMiniType<Value>): Value | undefined {
    if (!documents.has(id)) return undefined;
    const result = schema.safeParse(documents.get(id));
    if (!result.success) damaged.push(id);
    return result.data;
  }
  const saved: LoadedReview = {
    ...{ files, damaged },
    actions: parse(ACTIONS, savedActions) ?? { undo: [], redo: [] },
    intent: parse(INTENT, intent),
    turns: parse(TURNS, savedTurns) ?? { open: [], ended: [], checkpoints: [] },
    feedback: parse(FEEDBACK, savedFeedback) ?? { rejections: [], queued: [] },
  };
  async function write(id: string, value: object | undefined): Promise<void> {
    if (value === undefined) await storage.remove(id);
    else await storage.write({ id, epoch, snapshot: JSON.stringify(value) });
  }
  return {
    saved,
    storage: {
      writeFile: (path, file) => write(FILE + path, file),
      writeActions: (value) => write(ACTIONS, value),
      writeIntent: (value) => write(INTENT, value),
      writeTurns: (value) => write(TURNS, value),
      writeFeedback: (value) => write(FEEDBACK, value),
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
  const { base, current, changes, origins, modeOrigin, noBase } = review;
  return {
    base: await contents.save(base),
    current: await contents.save(current),
    ...{ changes: [...changes], origins: [...origins] },
    ...(modeOrigin && { modeOrigin }),
    ...(noBase && { noBase }),
  };
}

/**
 * Loads a review with its contents.
 *
 * @throws Error if a content is missing or damaged.
 */
export async function loadReview(contents: Contents, saved: SavedReview): Promise<FileReview> {
  const { base, current, ...rest } = saved;
  const review = restoreReview({
    ...rest,
    base: await contents.load(base),
    current: await contents.load(current),
  });
  return saved.noBase ? { ...review, noBase: true } : review;
}
