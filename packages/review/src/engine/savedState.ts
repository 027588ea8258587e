import { z } from "zod/mini";
import type { ContentId, Snapshot } from "../files.js";
import type { SessionKey } from "../follow/followStore.js";
import type { Origin, ProtectedOrigin } from "../model/origin.js";
import type { SavedVersion } from "./contents.js";

/** A review of a file whose contents are in the blobs. There may be many changes, so they have no names. */
export interface SavedReview {
  readonly base: SavedVersion | null;
  readonly current: SavedVersion | null;
  readonly changes: readonly (readonly [
    oldStart: number,
    oldEnd: number,
    newStart: number,
    newEnd: number,
  ])[];
  readonly origins: readonly {
    readonly at: readonly [start: number, end: number];
    readonly by: Origin;
  }[];
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
  readonly writer: Origin;
  readonly step?: ListedStep;
}

/** A step with the list to which it is added. */
export interface ListedStep {
  readonly list: keyof SavedActions;
  readonly step: UndoStep;
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
  /** The others who edited the same lines. The turn is only rejected in this file if the user names them. */
  readonly protectedBy: readonly ProtectedOrigin[];
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

/** The rejections that agents have not been told, or that were not carried out. */
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
  /** Set if the rejection was undone. It is told if it is repeated. */
  readonly undone?: true;
}

/** A hunk to reject when the running turns of the sessions that wrote it have ended. */
export interface QueuedRejection {
  readonly path: string;
  readonly hunkId: string;
  readonly include: readonly ProtectedOrigin[];
}

/** A version of a file that was seen. */
export interface SeenVersion {
  readonly content: ContentId;
  /** The time, in ms since the epoch. */
  readonly at: number;
  readonly by: Origin;
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
  changes: z.array(z.tuple([count, count, count, count])),
  origins: z.array(z.object({ at: z.tuple([count, count]), by: origin })),
  modeOrigin: z.exactOptional(origin),
  noBase: z.exactOptional(z.literal(true)),
});
const undoStep: z.ZodMiniType<UndoStep> = z.object({
  actionId: z.string(),
  kind: actionKind,
  at: z.number(),
  files: z.array(z.object({ path: z.string(), before: savedReview, after: savedReview })),
});
const seenVersion: z.ZodMiniType<SeenVersion> = z.object({
  content: z.string(),
  at: z.number(),
  by: origin,
});
const list: z.ZodMiniType<keyof SavedActions> = z.enum(["undo", "redo"]);
const listedStep: z.ZodMiniType<ListedStep> = z.object({ list, step: undoStep });
const intent: z.ZodMiniType<Intent> = z.object({
  path: z.string(),
  after: savedReview,
  writer: origin,
  step: z.exactOptional(listedStep),
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
          protectedBy: z.array(z.enum(["user", "unknown"])),
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
    z.object({
      ...sessionKey,
      ...{ actionId: z.string(), path: z.string(), diff: z.string() },
      undone: z.exactOptional(z.literal(true)),
    }),
  ),
  queued: z.array(
    z.object({
      path: z.string(),
      hunkId: z.string(),
      include: z.array(z.enum(["user", "unknown"])),
    }),
  ),
});

/** Everything that is saved of a review, except for the contents of files. */
export interface SavedState {
  /** It is changed in place, because there may be many. */
  readonly files: Map<string, SavedReview>;
  readonly actions: SavedActions;
  /** The write that was begun last. */
  readonly intent: Intent | undefined;
  readonly turns: SavedTurns;
  readonly feedback: SavedFeedback;
  /** The versions of each file, the newest last. It is changed in place. */
  readonly history: Map<string, readonly SeenVersion[]>;
}

/** One change of the saved state. */
export type SavedChange =
  /** A file with its undo, which are saved together. The write of the file is over. */
  | {
      readonly type: "file";
      readonly path: string;
      readonly file: SavedReview | null;
      readonly step?: ListedStep;
      readonly seen?: readonly SeenVersion[];
    }
  | { readonly type: "history"; readonly path: string; readonly seen: readonly SeenVersion[] }
  | { readonly type: "forget"; readonly paths: readonly string[] }
  | { readonly type: "actions"; readonly actions: SavedActions }
  | { readonly type: "no_step"; readonly list: keyof SavedActions; readonly actionId: string }
  | { readonly type: "intent"; readonly intent: Intent | null }
  | { readonly type: "turns"; readonly turns: SavedTurns }
  | { readonly type: "feedback"; readonly feedback: SavedFeedback };

/** Checks a change that was read. */
export const savedChange: z.ZodMiniType<SavedChange> = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("file"),
    path: z.string(),
    file: z.nullable(savedReview),
    step: z.exactOptional(listedStep),
    seen: z.exactOptional(z.array(seenVersion)),
  }),
  z.object({ type: z.literal("history"), path: z.string(), seen: z.array(seenVersion) }),
  z.object({ type: z.literal("forget"), paths: z.array(z.string()) }),
  z.object({
    type: z.literal("actions"),
    actions: z.object({ undo: z.array(undoStep), redo: z.array(undoStep) }),
  }),
  z.object({ type: z.literal("no_step"), list, actionId: z.string() }),
  z.object({ type: z.literal("intent"), intent: z.nullable(intent) }),
  z.object({ type: z.literal("turns"), turns: savedTurns }),
  z.object({ type: z.literal("feedback"), feedback: savedFeedback }),
]);

/** Returns the state of a folder that was never reviewed. */
export function createState(): SavedState {
  return {
    files: new Map(),
    actions: { undo: [], redo: [] },
    intent: undefined,
    turns: { open: [], ended: [], checkpoints: [] },
    feedback: { rejections: [], queued: [] },
    history: new Map(),
  };
}

/** The number of versions of a file that are kept, and the number of files whose versions are. */
const MAX_VERSIONS = 50;
const MAX_HISTORIES = 1000;
/** The number of decisions that can be undone. */
const MAX_STEPS = 100;

/** Returns the state after a change. */
export function applyChange(state: SavedState, change: SavedChange): SavedState {
  switch (change.type) {
    case "file":
      if (change.file === null) state.files.delete(change.path);
      else state.files.set(change.path, change.file);
      if (change.seen !== undefined) addSeen(state.history, change.path, change.seen);
      return {
        ...state,
        intent: state.intent?.path === change.path ? undefined : state.intent,
        actions: change.step ? addListed(state.actions, change.step) : state.actions,
      };
    case "history":
      addSeen(state.history, change.path, change.seen);
      return state;
    case "forget":
      for (const path of change.paths) state.files.delete(path);
      return state;
    case "actions":
      return { ...state, actions: change.actions };
    case "no_step": {
      const steps = state.actions[change.list].filter((step) => step.actionId !== change.actionId);
      return { ...state, actions: { ...state.actions, [change.list]: steps } };
    }
    case "intent":
      return { ...state, intent: change.intent ?? undefined };
    case "turns":
      return { ...state, turns: change.turns };
    case "feedback":
      return { ...state, feedback: change.feedback };
  }
}

/** Adds versions to those of a file, which becomes the last one in the order of the files. */
function addSeen(history: SavedState["history"], path: string, seen: readonly SeenVersion[]): void {
  const known = history.get(path) ?? [];
  history.delete(path);
  history.set(path, [...known, ...seen].slice(-MAX_VERSIONS));
  const [oldest] = history.keys();
  if (history.size > MAX_HISTORIES && oldest !== undefined) history.delete(oldest);
}

function addListed(actions: SavedActions, { list: name, step }: ListedStep): SavedActions {
  return { ...actions, [name]: addStep(actions[name], step) };
}

/** Adds a step to the end. Steps of one action are joined. */
function addStep(steps: readonly UndoStep[], step: UndoStep): readonly UndoStep[] {
  const known = steps.find(({ actionId }) => actionId === step.actionId);
  const paths = new Set(step.files.map(({ path }) => path));
  const others = known?.files.filter(({ path }) => !paths.has(path)) ?? [];
  const joined = { ...step, files: [...others, ...step.files] };
  return [...steps.filter((other) => other !== known), joined].slice(-MAX_STEPS);
}

/** Returns the changes that lead from the empty state to this one. */
export function listChanges(state: SavedState): readonly SavedChange[] {
  const { files, actions, intent: write, turns, feedback, history } = state;
  return [
    ...Array.from(history, ([path, seen]) => ({ type: "history" as const, path, seen })),
    ...Array.from(files, ([path, file]) => ({ type: "file" as const, path, file })),
    { type: "actions", actions },
    ...(write ? [{ type: "intent" as const, intent: write }] : []),
    { type: "turns", turns },
    { type: "feedback", feedback },
  ];
}

/** Returns the contents that a state needs. */
export function contentIdsOf(state: SavedState): ReadonlySet<ContentId> {
  const { files, actions, intent: write, turns, history } = state;
  const steps = [...actions.undo, ...actions.redo, ...(write?.step ? [write.step.step] : [])];
  const reviews = [
    ...files.values(),
    ...(write ? [write.after] : []),
    ...steps.flatMap((step) => step.files.flatMap(({ before, after }) => [before, after])),
  ];
  const versions = [
    ...reviews.flatMap(({ base, current }) => [base, current]),
    ...turns.ended.flatMap((turn) => turn.files.flatMap(({ before, after }) => [before, after])),
  ];
  return new Set([
    ...versions.flatMap((version) => (version === null ? [] : [version.content])),
    ...[...history.values()].flatMap((seen) => seen.map(({ content }) => content)),
  ]);
}
