import type { ContentId } from "../files.js";
import { isSameOrigin, type Origin } from "../model/origin.js";
import { observeUserEdit } from "../model/userEdit.js";
import { type FileVersion, isSameVersion } from "../model/version.js";
import { ABSENT, type Contents } from "./contents.js";
import type { ReviewEngine } from "./createEngine.js";
import type { ReviewOutcome, ReviewResult } from "./reviewState.js";
import type { SavedCheckpoint } from "./savedState.js";
import type { SnapshotLog } from "./snapshotLog.js";
import type { TurnLog } from "./turnLog.js";

/** The options of `Review.planRestore`. */
export interface RestoreOptions {
  /**
   * `session`: what the session of the checkpoint has changed since. `all`: every file that differs. Default:
   * `session`.
   */
  readonly scope?: "session" | "all";
}

/** A file that a restore would write. */
export interface RestoredFile {
  readonly path: string;
  readonly action: "write" | "create" | "delete";
  /** The content now. */
  readonly from: ContentId;
  /** The content in the checkpoint. */
  readonly to: ContentId;
  /** Whether somebody else than the session has edited the file since. */
  readonly hasOtherEdits: boolean;
}

/** A file that a restore would leave alone. */
export interface LeftFile {
  readonly path: string;
  /**
   * - `left-out`: the checkpoint does not have it. It was ignored, in a nested repository, or unreadable
   * - `others`: only others have changed it
   */
  readonly reason: "left-out" | "others";
}

/** The writes of a restore. */
export interface RestorePlan {
  readonly checkpointId: string;
  readonly files: readonly RestoredFile[];
  readonly leftAlone: readonly LeftFile[];
}

interface RestoringParts {
  readonly engine: ReviewEngine;
  readonly turns: Pick<TurnLog, "get">;
  readonly snapshots: SnapshotLog;
  readonly contents: Contents;
  /** Returns whether an agent may be writing files. */
  readonly isWorking: () => boolean;
}

/** Goes back to checkpoints. */
export interface Restoring {
  plan(checkpointId: string, options?: RestoreOptions): Promise<RestorePlan>;
  restore(plan: RestorePlan): Promise<ReviewResult>;
}

export function createRestoring(parts: RestoringParts): Restoring {
  const { engine, turns, snapshots, contents, isWorking } = parts;
  const findCheckpoint = (checkpointId: string): SavedCheckpoint | undefined =>
    turns.get().checkpoints.find((each) => each.checkpointId === checkpointId);

  /** Returns the files that the session has changed since the checkpoint, with their last content. */
  function changedBySession({ agentId, sessionId, at }: SavedCheckpoint): Map<string, ContentId> {
    const changed = new Map<string, ContentId>();
    for (const turn of turns.get().ended)
      if (turn.agentId === agentId && turn.sessionId === sessionId && turn.at >= at)
        for (const { path, after } of turn.files) changed.set(path, after?.content ?? ABSENT);
    return changed;
  }

  async function plan(
    checkpointId: string,
    { scope = "session" }: RestoreOptions = {},
  ): Promise<RestorePlan> {
    const checkpoint = findCheckpoint(checkpointId);
    if (checkpoint === undefined) return { checkpointId, files: [], leftAlone: [] };
    const changed = changedBySession(checkpoint);
    const differing = await snapshots.compare(checkpoint.snapshot, await snapshots.take());
    const files: RestoredFile[] = [];
    const leftAlone: LeftFile[] = [];
    for (const path of [...new Set([...differing, ...changed.keys()])].toSorted()) {
      const content = await snapshots.read(checkpoint.snapshot, path);
      if (content === undefined) leftAlone.push({ path, reason: "left-out" });
      else if (scope === "session" && !changed.has(path))
        leftAlone.push({ path, reason: "others" });
      else {
        const [target, current] = [await contents.add(content), await contents.read(path)];
        if (isSameVersion(target, current)) continue;
        const from = (await contents.save(current))?.content ?? ABSENT;
        files.push({
          ...{ path, from, to: (await contents.save(target))?.content ?? ABSENT },
          action: target === null ? "delete" : current === null ? "create" : "write",
          hasOtherEdits: changed.get(path) !== from || hasOtherAuthor(path, checkpoint),
        });
      }
    }
    return { checkpointId, files, leftAlone };
  }

  function hasOtherAuthor(path: string, { agentId, sessionId }: SavedCheckpoint): boolean {
    const isOther = (by: Origin): boolean =>
      typeof by === "string" || !isSameOrigin(by, { ...by, agentId, sessionId });
    return engine.get(path)?.origins.some(({ by }) => isOther(by)) ?? false;
  }

  async function restore({ checkpointId, files }: RestorePlan): Promise<ReviewResult> {
    const checkpoint = findCheckpoint(checkpointId);
    if (checkpoint === undefined || isWorking()) {
      const outcomes = new Map(files.map(({ path }): [string, ReviewOutcome] => [path, "changed"]));
      return { actionId: "", outcomes };
    }
    const targets = new Map<string, { seen: FileVersion; target: FileVersion }>();
    for (const { path, from } of files) {
      const content = await snapshots.read(checkpoint.snapshot, path);
      const seen = await contents.read(path);
      const isPlanned = ((await contents.save(seen))?.content ?? ABSENT) === from;
      if (content !== undefined && isPlanned)
        targets.set(path, { seen, target: await contents.add(content) });
    }
    return engine.decide({
      kind: "restore",
      paths: files.map(({ path }) => path),
      next(path, review) {
        const planned = targets.get(path);
        if (planned === undefined || !isSameVersion(planned.seen, review.current)) return "changed";
        return observeUserEdit(review, planned.target, "unknown");
      },
    });
  }

  return { plan, restore };
}
