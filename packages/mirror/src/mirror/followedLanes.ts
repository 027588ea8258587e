import type { AcpPatch } from "@acp-store/core";
import { type AcpReplica, getPatchTarget, type MirrorLaneStats } from "@acp-store/core/replica";
import { unpackPatches } from "../packedPatches.js";
import { sessionPatch } from "../sessionPatch.js";
import {
  type DownMessage,
  type LaneId,
  laneOf,
  pathOfLane,
  ROOT_LANE,
  sessionFieldOf,
  sessionOfLane,
} from "../wire.js";

/** A lane that the mirror follows. */
interface FollowedLane {
  readonly id: LaneId;
  /** The last `seq` that was applied. `undefined`: only a snapshot helps. */
  seq: number | undefined;
  /** Whether the replica has the content of the lane, of this owner or of an earlier one. */
  hasContent: boolean;
  /** Whether the lane was in step with the owner since the link was made. */
  isCurrent: boolean;
  /** Whether a subscription was sent and no message of the lane has arrived since. */
  isAwaited: boolean;
  /** Whether a snapshot is needed, although the lane is in step. */
  isStartingAgain: boolean;
  /** The reason that the owner could not send the lane. Cleared when it could. */
  failure: string | undefined;
  askedAt: number;
  /** The time of the last message. */
  heardAt: number;
  attempts: number;
}

/**
 * Keeps the lanes of a mirror in step with those of its host, even if the link loses or reorders
 * messages.
 */
export interface FollowedLanes {
  /** Subscribes again after a link was made. Another epoch starts all lanes from scratch. */
  begin(epoch: string): void;
  /** Records that the link has broken. */
  end(): void;
  receive(message: LaneDownMessage): void;
  /** Asks again for lanes that have not answered, or were silent, for a while. */
  retry(): void;
  /** Follows the lane of a session, when the root has the session. */
  follow(sessionId: string): void;
  /** Stops following the lane of a session. Only its summary remains. */
  unfollow(sessionId: string): void;
  isComplete(sessionId: string): boolean;
  /** Returns whether the root and all followed sessions are in step with the owner. */
  areCurrent(): boolean;
  isRootCurrent(): boolean;
  /** Returns the reason that the owner cannot send the root or this session. */
  failureOf(sessionId: string): string | undefined;
  /** Returns whether the owner cannot send one of the lanes. */
  haveFailed(): boolean;
  stats(): readonly MirrorLaneStats[];
}

type LaneDownMessage = Extract<DownMessage, { type: "at" | "failed" | "patches" | "snapshot" }>;

interface FollowedLanesParts {
  readonly replica: AcpReplica;
  /** Returns whether the mirror wants the whole content of a session. */
  readonly wants: (sessionId: string) => boolean;
  readonly subscribe: (lanes: readonly (readonly [LaneId, number | null])[]) => void;
  readonly unsubscribe: (lanes: readonly LaneId[]) => void;
  /** Called after a message of a lane was applied, and after lanes were added or removed. */
  readonly onProgress: () => void;
}

/** The first pause before asking again, in ms. It doubles with each attempt. */
const ASK_AGAIN_MS = 1_000;
const MAX_ASK_AGAIN_MS = 30_000;
/**
 * The owner sends a heartbeat for each lane every 5 s. A lane that is silent for this long was
 * unsubscribed by a late message.
 */
const SILENT_MS = 11_000;

/** Creates the {@link FollowedLanes} of a mirror. */
export function createFollowedLanes(parts: FollowedLanesParts): FollowedLanes {
  const { replica, wants, onProgress } = parts;
  const root = newLane(ROOT_LANE);
  const sessions = new Map<string, FollowedLane>();
  /** The sessions that were left, and are followed until the next snapshot of the root. */
  const left = new Set<string>();
  let epoch: string | undefined;
  let isLinked = false;

  function ask(lanes: readonly FollowedLane[]): void {
    if (!isLinked || lanes.length === 0) return;
    for (const lane of lanes) {
      lane.isAwaited = true;
      lane.askedAt = Date.now();
    }
    parts.subscribe(
      lanes.map(({ id, seq, isStartingAgain }) => [id, isStartingAgain ? null : (seq ?? null)]),
    );
  }

  function all(): FollowedLane[] {
    return [root, ...sessions.values()];
  }

  function begin(nextEpoch: string): void {
    isLinked = true;
    const lanes = all();
    for (const lane of lanes) {
      if (nextEpoch !== epoch) lane.seq = undefined;
      lane.isCurrent = false;
      lane.failure = undefined;
      lane.attempts = 0;
    }
    epoch = nextEpoch;
    ask(lanes);
  }

  function end(): void {
    isLinked = false;
    for (const lane of all()) lane.isCurrent = false;
  }

  function receive(message: LaneDownMessage): void {
    const sessionId = sessionOfLane(message.lane);
    const lane = sessionId === undefined ? root : sessions.get(sessionId);
    if (lane === undefined || lane.id !== message.lane) return;
    lane.heardAt = Date.now();
    const path = pathOfLane(lane.id);
    if (message.type === "at") compare(lane, message.seq);
    else if (message.type === "failed") fail(lane, message.reason);
    else if (message.type === "patches")
      advance(lane, message.seq, unpackPatches(message.patches, path));
    else if (message.epoch === epoch)
      replace(lane, sessionId, message.seq, unpackPatches(message.state, path));
    onProgress();
  }

  /** Keeps the content, and asks again after a pause. */
  function fail(lane: FollowedLane, reason: string): void {
    lane.isCurrent = false;
    lane.isAwaited = true;
    lane.failure = reason;
  }

  /** A heartbeat reveals that the last messages were lost. */
  function compare(lane: FollowedLane, seq: number): void {
    if (lane.seq === seq) arrived(lane);
    else if (lane.seq === undefined || seq > lane.seq) repair(lane);
  }

  function advance(lane: FollowedLane, seq: number, patches: readonly AcpPatch[]): void {
    if (lane.seq === undefined || seq <= lane.seq) return;
    if (seq > lane.seq + 1) return repair(lane);
    lane.seq = seq;
    arrived(lane);
    apply(lane, lane === root ? patches.filter((patch) => !isCarried(patch)) : patches);
    if (lane === root) followWanted();
  }

  function replace(
    lane: FollowedLane,
    sessionId: string | undefined,
    seq: number,
    state: readonly AcpPatch[],
  ): void {
    if (lane.seq !== undefined && (lane.isStartingAgain ? seq < lane.seq : seq <= lane.seq)) return;
    // The root decides which sessions there are.
    if (sessionId !== undefined && !replica.getState().sessions.has(sessionId)) return;
    lane.seq = seq;
    lane.hasContent = true;
    lane.isStartingAgain = false;
    arrived(lane);
    if (lane === root) forgetLeft();
    apply(lane, lane === root ? rootPatches(state) : state);
    if (lane === root) followWanted();
  }

  /** The lane of a session carries everything of it, so the root's copy is skipped. */
  function isCarried({ path }: AcpPatch): boolean {
    const { sessionId } = getPatchTarget(path);
    return sessionId !== undefined && sessions.get(sessionId)?.hasContent === true;
  }

  /** Stops following the sessions that were left. Their summaries come with the root. */
  function forgetLeft(): void {
    for (const id of left) sessions.delete(id);
    if (left.size > 0 && isLinked) parts.unsubscribe([...left].map(laneOf));
    left.clear();
  }

  /**
   * Returns the patches for a snapshot of the root. They also remove the sessions that it does not
   * have, and bring the others into its order.
   */
  function rootPatches(state: readonly AcpPatch[]): readonly AcpPatch[] {
    const patches: AcpPatch[] = [];
    const added = new Map<string, AcpPatch>();
    for (const patch of state) {
      const { sessionId } = getPatchTarget(patch.path);
      if (sessionId === undefined) patches.push(patch);
      else added.set(sessionId, patch);
    }
    const known = replica.getState().sessions;
    for (const id of known.keys()) {
      if (added.has(id)) continue;
      sessions.delete(id);
      patches.push({ op: "remove", path: ["sessions", id] });
    }
    const order = [...known.keys()].filter((id) => added.has(id));
    let isInOrder = true;
    for (const [index, [id, patch]] of [...added].entries()) {
      const session = known.get(id);
      isInOrder &&= session === undefined ? index >= order.length : order[index] === id;
      const isMoved = session !== undefined && !isInOrder;
      if (isMoved) patches.push({ op: "remove", path: ["sessions", id] });
      if (!isCarried(patch)) patches.push(patch);
      else if (isMoved) patches.push(sessionPatch(id, session));
    }
    return patches;
  }

  /** Applies patches. If they do not fit, the lane starts again with a snapshot. */
  function apply(lane: FollowedLane, patches: readonly AcpPatch[]): void {
    const before = replica.getState();
    try {
      replica.applyPatches(patches);
    } catch (error) {
      // With the scheduler "sync", the error may be that of a listener.
      if (replica.getState() !== before) throw error;
      lane.seq = undefined;
      ask([lane]);
    }
  }

  function arrived(lane: FollowedLane): void {
    lane.isCurrent = true;
    lane.isAwaited = lane.isStartingAgain;
    lane.failure = undefined;
    lane.attempts = 0;
  }

  function repair(lane: FollowedLane): void {
    if (!lane.isAwaited) ask([lane]);
  }

  function followWanted(): void {
    for (const id of replica.getState().sessions.keys()) if (wants(id)) follow(id);
  }

  function follow(sessionId: string): void {
    left.delete(sessionId);
    if (sessions.has(sessionId) || !replica.getState().sessions.has(sessionId)) return;
    const lane = newLane(laneOf(sessionId));
    sessions.set(sessionId, lane);
    ask([lane]);
  }

  function unfollow(sessionId: string): void {
    if (!sessions.has(sessionId) || left.has(sessionId)) return;
    // The root has skipped the patches of the session, so it starts again. Until then, its lane has the
    // effects of actions.
    left.add(sessionId);
    root.isStartingAgain = true;
    ask([root]);
  }

  function retry(): void {
    const now = Date.now();
    const late = all().filter((lane) => {
      if (!lane.isAwaited) return now - Math.max(lane.heardAt, lane.askedAt) >= SILENT_MS;
      const pauseMs = Math.min(ASK_AGAIN_MS * 2 ** lane.attempts, MAX_ASK_AGAIN_MS);
      return now - lane.askedAt >= pauseMs;
    });
    for (const lane of late) lane.attempts++;
    ask(late);
  }

  return {
    begin,
    end,
    receive,
    retry,
    follow,
    unfollow,
    isComplete: (sessionId) => !left.has(sessionId) && sessions.get(sessionId)?.hasContent === true,
    areCurrent: () => all().every(({ isCurrent }) => isCurrent),
    isRootCurrent: () => root.isCurrent,
    failureOf: (sessionId) => root.failure ?? sessions.get(sessionId)?.failure,
    haveFailed: () => all().some(({ failure }) => failure !== undefined),
    stats: () =>
      all().map(({ id, seq, isCurrent, failure }) => ({
        ...sessionFieldOf(id),
        ...(seq !== undefined && { seq }),
        isCurrent,
        ...(failure !== undefined && { failure }),
      })),
  };
}

function newLane(id: LaneId): FollowedLane {
  return {
    id,
    seq: undefined,
    hasContent: false,
    isCurrent: false,
    isAwaited: false,
    isStartingAgain: false,
    failure: undefined,
    askedAt: 0,
    heardAt: Date.now(),
    attempts: 0,
  };
}
