import type { AcpPatch, AcpState } from "@acp-store/core";
import {
  createPatchMerger,
  getPatchTarget,
  type PatchMerger,
  type PatchTarget,
} from "@acp-store/core/replica";
import { type PackedPatch, packPatches } from "../packedPatches.js";
import { sessionPatch, toEntries } from "../sessionPatch.js";
import { encode, type LaneId, pathOfLane } from "../wire.js";

/** One flushed batch of patches. */
interface LoggedBatch {
  readonly seq: number;
  /** The encoded message, which all links share. */
  readonly text: string;
}

/**
 * The patches of the root or of one session, numbered without gaps. A lane records only while a link
 * follows it. The log keeps the newest batches, at most `maxChars` characters and one batch.
 */
export class Lane {
  readonly id: LaneId;
  seq = 0;
  readonly #pending: PatchMerger = createPatchMerger();
  #log: LoggedBatch[] = [];
  #newestPatches: readonly AcpPatch[] = [];
  #logChars = 0;
  #followers = 0;
  readonly #maxChars: number;

  constructor(id: LaneId, maxChars: number) {
    this.id = id;
    this.#maxChars = maxChars;
  }

  get isRecording(): boolean {
    return this.#followers > 0;
  }

  /** The patches of the newest batch. */
  get newestPatches(): readonly AcpPatch[] {
    return this.#newestPatches;
  }

  /** The size of the log, in UTF-16 code units. */
  get logChars(): number {
    return this.#logChars;
  }

  follow(): void {
    this.#followers++;
  }

  /**
   * Removes a follower. After the last one, clears the log and skips a number, so that no mirror
   * continues.
   */
  unfollow(): void {
    if (--this.#followers > 0) return;
    this.#pending.drain();
    this.clearLog();
    this.seq++;
  }

  /** Drops all batches. Mirrors that are up to date can continue, all others need a snapshot. */
  clearLog(): void {
    this.#newestPatches = [];
    this.#log = [];
    this.#logChars = 0;
  }

  push(patch: AcpPatch, target: PatchTarget): void {
    this.#pending.push(patch, target);
  }

  /**
   * Numbers and encodes the pending patches. `rewrite` may replace them. If that throws, every mirror
   * needs a snapshot.
   */
  flush(
    rewrite: (patches: readonly AcpPatch[]) => readonly AcpPatch[],
    onError: (error: unknown, lane: Lane) => void,
  ): void {
    const pending = this.#pending.drain();
    if (pending.length === 0) return;
    const seq = ++this.seq;
    try {
      const patches = rewrite(pending);
      const text = encodePatches(this.id, seq, patches);
      this.#newestPatches = patches;
      this.#log.push({ seq, text });
      this.#logChars += text.length;
    } catch (error) {
      this.clearLog();
      onError(error, this);
    }
    while (this.#logChars > this.#maxChars && this.#log.length > 1)
      this.#logChars -= this.#log.shift()?.text.length ?? 0;
  }

  /** Returns whether a mirror that has applied `seq` can continue with the log. */
  canContinue(seq: number): boolean {
    return seq <= this.seq && seq >= this.seq - this.#log.length;
  }

  /** Returns the batch after `seq`. */
  after(seq: number): LoggedBatch | undefined {
    return this.#log[seq + 1 - (this.seq - this.#log.length + 1)];
  }
}

/** Returns the message of a batch. */
export function encodePatches(lane: LaneId, seq: number, patches: readonly AcpPatch[]): string {
  return encode({ type: "patches", lane, seq, patches: packForLane(lane, patches) });
}

/** Returns patches as they are sent in a lane. */
export function packForLane(lane: LaneId, patches: readonly AcpPatch[]): readonly PackedPatch[] {
  return packPatches(patches, pathOfLane(lane).length);
}

/** Returns the patches that lead any state to the root lane of this one, without other sessions. */
export function rootSnapshot(
  state: AcpState,
  sees: (sessionId: string) => boolean,
): readonly AcpPatch[] {
  const patches: AcpPatch[] = [];
  for (const field of ["connection", "unknownFields"] as const)
    if (state[field] === undefined) patches.push({ op: "remove", path: [field] });
  for (const [name, value] of Object.entries({ ...state }))
    if (name !== "sessions") patches.push({ op: "replace", path: [name], value: toEntries(value) });
  for (const [id, session] of state.sessions)
    if (sees(id))
      patches.push(
        sessionPatch(id, session, (part) => isInRootLane(getPatchTarget(["sessions", id, part]))),
      );
  return patches;
}

/** Returns whether the root lane has the patches of a part. It has the summaries of all sessions. */
export function isInRootLane(target: PatchTarget): boolean {
  if (target.sessionId === undefined) return true;
  return "table" in target ? target.table === "permissions" : target.kind !== "timeline";
}
