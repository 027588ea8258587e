import type { FileSystemHandlers } from "@acp-store/client";
import type { AcpStore } from "@acp-store/core";
import type { AcpStorage } from "@acp-store/persist";
import { createStore, type StoreApi } from "zustand/vanilla";
import { createAttribution } from "./engine/attribution.js";
import { ABSENT, createContents } from "./engine/contents.js";
import { createEngine } from "./engine/createEngine.js";
import { createDecisions, type RejectOptions } from "./engine/decisions.js";
import { createFeedback } from "./engine/feedback.js";
import { createRestoring, type RestoreOptions, type RestorePlan } from "./engine/restoring.js";
import {
  createReviewState,
  type HunkRef,
  type ReviewResult,
  type ReviewState,
  type ReviewTarget,
} from "./engine/reviewState.js";
import { openReviewStorage } from "./engine/reviewStorage.js";
import { contentIdsOf, type SeenVersion } from "./engine/savedState.js";
import { createSnapshotLog } from "./engine/snapshotLog.js";
import { createTurnLog } from "./engine/turnLog.js";
import type { Blobs, Files, Snapshots } from "./files.js";
import { createFolderPaths } from "./follow/folderPaths.js";
import {
  createFolderWork,
  type PermissionKey,
  type ReviewedConnection,
} from "./follow/folderWork.js";
import type { ProposedEdit, SessionKey } from "./follow/followStore.js";
import type { FileReview } from "./model/fileReview.js";
import type { Origin } from "./model/origin.js";
import { type PreviewedText, previewEdits } from "./model/previewEdits.js";
import type { FileVersion } from "./model/version.js";

/** The options of {@link createReview}. */
export interface ReviewOptions {
  /** The absolute paths of the folder: that of the user, and that behind symbolic links if it differs. */
  readonly folders: readonly string[];
  /** The files of the folder. */
  readonly files: Files;
  /** The place for contents. */
  readonly blobs: Blobs;
  /** Finds changes that no agent reports. `none`: only reported changes are reviewed. */
  readonly snapshots: Snapshots | "none";
  /** The place for everything else. No other review may use it at the same time. */
  readonly storage: AcpStorage;
  /** Returns the time in ms since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/** The texts of a file under review. `null`: there is no file, or it is not a text. */
export interface ReviewTexts {
  readonly base: string | null;
  readonly current: string | null;
  /** The revision of the file with these texts. Absent if it has no changes to decide. */
  readonly revision?: number;
}

/** A file before and after the edits of a permission request. */
export interface EditPreview extends PreviewedText {
  /** The path, as the agent sent it. */
  readonly path: string;
  /** The text on disk. `null`: there is no file. */
  readonly before: string | null;
}

/** A version of a file. */
export interface ReviewedVersion extends SeenVersion {
  /** `null`: there was no file, or it was not a text. */
  readonly text: string | null;
}

/** The review of a folder as users see it: the state, and the decisions. It fits `useStore` of zustand. */
export interface ReviewView
  extends Pick<StoreApi<ReviewState>, "getState" | "getInitialState" | "subscribe"> {
  /** Keeps changes: they become a part of what the user has accepted. No file is written. */
  keep(target: ReviewTarget): Promise<ReviewResult>;
  /**
   * Rejects changes: the files get the lines that the user had accepted. Hunks with lines of the user or of
   * unknown origin are left unless `include` names these. While a turn of the session that wrote the
   * lines is running, the rejection waits for its end, unless `when` is `now`.
   */
  reject(target: ReviewTarget, options?: RejectOptions): Promise<ReviewResult>;
  /** Takes a decision back, by default the last one. Later changes of the files stay. */
  undo(actionId?: string): Promise<ReviewResult>;
  /** Repeats the decision that was undone last. */
  redo(): Promise<ReviewResult>;
  /** Removes a rejection from those that wait for the end of a turn. */
  unqueue(hunk: Pick<HunkRef, "path" | "hunkId">): Promise<void>;
  /** Returns what {@link ReviewView.restore} would do to go back to a checkpoint. Writes nothing. */
  planRestore(checkpointId: string, options?: RestoreOptions): Promise<RestorePlan>;
  /**
   * Writes the files of a plan. A file that is not what the plan has seen is left alone. It is one decision
   * to undo. Does nothing while a turn is running in the folder: the outcomes are `changed`.
   */
  restore(plan: RestorePlan): Promise<ReviewResult>;
  /** Resolves with the texts of a file. */
  texts(path: string): Promise<ReviewTexts>;
  /**
   * Resolves with the versions of a file that were seen, the newest last: up to 50 of each of the 1,000 files
   * that were changed last.
   */
  versions(path: string): Promise<readonly ReviewedVersion[]>;
  /**
   * Resolves with what an open permission request would do to the files on disk. A file outside of the folder,
   * and one that is not a text, is not among them.
   */
  previewEdits(request: PermissionKey): Promise<readonly EditPreview[]>;
  /** Removes what the next prompt of a session would tell the agent about rejections. */
  removeFeedback(session: SessionKey): Promise<void>;
}

/** The review of what agents do to the files of one folder. */
export interface Review extends ReviewView {
  /**
   * Follows the work of an agent, and returns the options of the connections to it. `agentId` tells
   * several agents apart, because ids of sessions are unique for one agent only. `handlers` read files, and
   * write those outside of the folder.
   *
   * @example
   * ```ts
   * const agent = await connectAgent(store, source, review.add(store));
   * ```
   */
  add(store: AcpStore, agentId?: string, handlers?: FileSystemHandlers): ReviewedConnection;
  /** Stops following an agent. Its changes stay. */
  remove(agentId: string): void;
  /**
   * Says that the user has edited a file, even if an agent is working. `files` reads the new text. The path is
   * absolute, or relative to the folder. `save` writes the file in between: what others have written before is
   * not taken for the user's. It resolves with whether it has written the file, and so does this function.
   *
   * @throws the error of `save`.
   *
   * @example
   * ```ts
   * import { writeFile } from "node:fs/promises";
   *
   * await review.userEdited("src/cart.ts", async () => {
   *   await writeFile("/home/me/app/src/cart.ts", text);
   *   return true;
   * });
   * ```
   */
  userEdited(path: string, save?: () => Promise<boolean>): Promise<boolean>;
  /**
   * Resolves when everything that is on disk and in the stores by now was seen and is saved.
   *
   * @throws the error of the storage if something could not be saved since the last call.
   */
  flush(): Promise<void>;
  /** Stops watching. Resolves when everything is saved. */
  close(): Promise<void>;
}

/**
 * Opens the review of a folder.
 *
 * @throws the error of the storage if it cannot be used.
 */
export async function createReview(options: ReviewOptions): Promise<Review> {
  const { files, blobs, now = Date.now } = options;
  const storage = await openReviewStorage(options.storage);
  const paths = createFolderPaths(options.folders);
  const store = createStore<ReviewState>(() => ({
    ...createReviewState(),
    findsUnreported: options.snapshots !== "none",
  }));
  const contents = createContents(files, blobs);
  const snapshots = createSnapshotLog(options.snapshots, (findsUnreported) =>
    store.setState({ findsUnreported }),
  );
  const showFeedback = (): void => {
    const queued = feedback.get().queued.map(({ path, hunkId }) => ({ path, hunkId }));
    store.setState({ feedback: feedback.list(), queued });
  };
  const feedback = createFeedback({ storage, onChange: showFeedback });
  const showTurns = (): void => {
    const { ended, checkpoints } = turns.get();
    store.setState({
      turns: ended.map(({ turnId, agentId, sessionId, at, files: changed }) => ({
        ...{ turnId, agentId, sessionId, at },
        paths: changed.map(({ path }) => path),
      })),
      checkpoints: checkpoints.map(({ snapshot: _snapshot, ...checkpoint }) => checkpoint),
    });
  };
  const turns = createTurnLog({
    ...{ storage, snapshots, now },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onChange: showTurns,
  });
  const attribution = createAttribution({ turns, snapshots, contents, files });
  // The engine asks for the work of agents when it looks at a file.
  const unreportedBy = (): Origin => work.unreportedBy();
  const engine = await createEngine({
    ...{ files, contents, storage, surroundings: attribution, unreportedBy, now, store },
  });
  const decisions = createDecisions({
    ...{ engine, turns, feedback, contents },
    isBusy: (session) => work.isBusy(session),
    ownerOf: (session) => work.ownerOf(session),
  });
  const restoring = createRestoring({
    ...{ engine, turns, snapshots, contents },
    isWorking: () => work.isWorking(),
  });
  const work = createFolderWork({
    ...{ engine, turns, snapshots, attribution, feedback, decisions, files, paths },
  });
  showFeedback();
  showTurns();
  await work.resume();
  const { inOrder } = engine;
  // A content that is being saved is young, and stays.
  void blobs.prune(contentIdsOf(storage.get())).catch(() => {});

  async function addText(seen: SeenVersion): Promise<ReviewedVersion> {
    const isAbsent = seen.content === ABSENT;
    const saved = isAbsent ? null : { content: seen.content, mode: "regular" as const };
    return { ...seen, text: textOf(await contents.load(saved).catch(() => null)) };
  }

  async function previewFiles(edits: readonly ProposedEdit[]): Promise<readonly EditPreview[]> {
    const byPath = new Map<string, ProposedEdit[]>();
    for (const edit of edits) {
      const known = byPath.get(edit.relativePath);
      if (known === undefined) byPath.set(edit.relativePath, [edit]);
      else known.push(edit);
    }
    const previews = Array.from(byPath, async ([relativePath, ofFile]): Promise<EditPreview[]> => {
      const version = await contents.read(relativePath).catch(() => undefined);
      if (version === undefined || version?.kind === "whole") return [];
      const before = textOf(version);
      return [{ path: ofFile[0]?.path ?? relativePath, before, ...previewEdits(before, ofFile) }];
    });
    return (await Promise.all(previews)).flat();
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    add: work.add,
    remove: work.remove,
    keep: (target) => inOrder(() => decisions.keep(target)),
    reject: (target, chosen) => inOrder(() => decisions.reject(target, chosen)),
    undo: (actionId) => inOrder(() => decisions.undo(actionId)),
    redo: () => inOrder(() => decisions.redo()),
    unqueue: (hunk) => inOrder(() => decisions.unqueue(hunk)),
    planRestore: (checkpointId, chosen) => inOrder(() => restoring.plan(checkpointId, chosen)),
    restore: (plan) => inOrder(() => restoring.restore(plan)),
    async userEdited(path, save) {
      const inFolder = paths.toRelative(path, options.folders[0]);
      if (inFolder === undefined) return (await save?.()) ?? false;
      return inOrder(async () => {
        if (save !== undefined) await engine.look([inFolder], unreportedBy());
        const isWritten = (await save?.()) ?? true;
        if (isWritten) await engine.look([inFolder], "user");
        return isWritten;
      });
    },
    texts: (path) =>
      inOrder(async () => {
        const texts = textsOf(engine.get(path), await contents.read(path));
        const revision = engine.revisionOf(path);
        return { ...texts, ...(revision !== undefined && { revision }) };
      }),
    versions: (path) =>
      inOrder(() => Promise.all((storage.get().history.get(path) ?? []).map(addText))),
    previewEdits: (request) => inOrder(() => previewFiles(work.proposedBy(request))),
    removeFeedback: (session) => inOrder(() => feedback.remove(session)),
    flush: work.flush,
    close: work.close,
  };
}

function textsOf(review: FileReview | undefined, onDisk: FileVersion): ReviewTexts {
  const { base, current } = review ?? { base: onDisk, current: onDisk };
  return { base: textOf(base), current: textOf(current) };
}

function textOf(version: FileVersion): string | null {
  return version?.kind === "text" ? version.lines.join("") : null;
}
