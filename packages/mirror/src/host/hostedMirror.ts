import type { AcpPatch, AcpView } from "@acp-store/core";
import type { HostedMirrorStats } from "@acp-store/core/replica";
import { sessionPatch } from "../sessionPatch.js";
import type { ChunkedLink } from "../link.js";
import {
  encode,
  type LaneId,
  ROOT_LANE,
  sessionFieldOf,
  sessionOfLane,
  WIRE_VERSION,
} from "../wire.js";
import type { Actor, MirrorRights } from "./actor.js";
import { encodePatches, type Lane, packForLane, rootSnapshot } from "./lane.js";
import type { Redaction } from "./redaction.js";
import { type Sees, visiblePatches } from "./visibility.js";

/** The host's side of one mirror: the lanes that it follows, and its position in each. */
export interface HostedMirror {
  readonly actor: Actor;
  welcome(): void;
  subscribe(lanes: readonly (readonly [string, number | null])[]): void;
  unsubscribe(lanes: readonly string[]): void;
  acknowledge(chars: number): void;
  /** Sends what the mirror lacks, until its window is full. */
  pump(): void;
  /** Sends a heartbeat for each lane. */
  sendHeartbeats(): void;
  /** Records that the mirror has sent a message. */
  recordMessage(): void;
  lastMessageAt(): number;
  stats(): HostedMirrorStats;
  /** Ends the mirror and closes its link. Without a reason, the link has broken. */
  end(reason?: string): void;
}

interface HostedMirrorParts {
  readonly id: number;
  readonly store: AcpView;
  readonly channel: ChunkedLink;
  readonly rights: MirrorRights;
  readonly epoch: string;
  readonly window: number;
  readonly lane: (id: string) => Lane | undefined;
  readonly redaction: Redaction;
  readonly onRefused: Actor["onRefused"];
  /** Called when `sees` throws, or when the mirror cannot get a lane, which it then stops following. */
  readonly onFailure: (error: unknown, lane?: LaneId) => void;
  /** Called when a batch cannot be encoded for any mirror. */
  readonly onFlushError: (error: unknown, lane: Lane) => void;
  /** Called once, with the lanes that the mirror followed. `mayReturn`: it may connect again. */
  readonly onEnd: (lanes: readonly Lane[], mayReturn: boolean) => void;
}

/** A lane that a mirror follows. */
interface Following {
  readonly lane: Lane;
  /** The last `seq` that was sent. `undefined`: a snapshot is due. */
  cursor: number | undefined;
  /** Whether the lane could not be sent. The host's lane is not followed until the mirror asks again. */
  hasFailed: boolean;
}

/** The newest batch of a lane at some time. */
type LaneEnd = readonly [followed: Following, seq: number];

/** The encoded result of an action. The mirror gets it after all changes that came before it. */
interface WaitingResult {
  readonly text: string;
  readonly after: readonly LaneEnd[];
}

const LANE_FAILED =
  "The owner could not prepare its state for this mirror. The owner finds the error in `host.stats().failures`.";

/** Creates the host's side of one mirror. */
export function createHostedMirror(parts: HostedMirrorParts): HostedMirror {
  const { store, channel, rights, epoch, window, redaction } = parts;
  const following = new Map<string, Following>();
  /** The results that wait for the window, by the id of the action. */
  const results = new Map<string, WaitingResult>();
  /** Counts the lanes that were pumped, so that none waits forever for a busy one. */
  let turn = 0;
  const { sees } = rights;
  const seesSession: Sees = (sessionId) => sees === undefined || sees.call(rights, sessionId);
  let sentChars = 0;
  let ackedChars = 0;
  const connectedAt = Date.now();
  let lastMessageAt = connectedAt;
  let refusedActions = 0;
  let isWelcome = false;
  let hasEnded = false;

  function send(text: string): void {
    if (!hasEnded) sentChars += channel.send(text);
  }

  function pump(): void {
    // First, because the lanes may fill the window each time.
    sendResults();
    const lanes = [...following.values()];
    let idle = 0;
    for (; idle < lanes.length && isOpen(); turn++) {
      const followed = lanes[turn % lanes.length];
      idle = followed !== undefined && sendNext(followed) ? 0 : idle + 1;
    }
    if (idle === lanes.length) turn = 0;
    sendResults();
  }

  function sendResults(): void {
    for (const [id, { text, after }] of results) {
      if (!isOpen()) return;
      if (!after.every(hasReached)) continue;
      results.delete(id);
      send(text);
    }
  }

  /** Returns whether the mirror has got a batch of a lane, or no longer follows the lane. */
  function hasReached([followed, seq]: LaneEnd): boolean {
    const { lane, cursor } = followed;
    if (followed.hasFailed || following.get(lane.id) !== followed) return true;
    return cursor !== undefined && cursor >= seq;
  }

  function isOpen(): boolean {
    return !hasEnded && sentChars - ackedChars < window;
  }

  /** Sends the next message of a lane. Returns whether there was one. */
  function sendNext(followed: Following): boolean {
    if (followed.hasFailed) return false;
    try {
      return sendBatch(followed);
    } catch (error) {
      const { lane } = followed;
      followed.hasFailed = true;
      lane.unfollow();
      parts.onFailure(error, lane.id);
      sendHeartbeat(followed);
      return false;
    }
  }

  /** Sends the next batch, or a snapshot if the log has no next batch. Returns whether it did. */
  function sendBatch(followed: Following): boolean {
    const { lane, cursor } = followed;
    if (cursor === undefined || !lane.canContinue(cursor)) return sendSnapshot(followed);
    const next = lane.after(cursor);
    if (next === undefined) return false;
    if (lane.id !== ROOT_LANE || sees === undefined) send(next.text);
    else {
      // The visible part depends on the state right after the batch, so older batches are of no use.
      if (next.seq !== lane.seq) return sendSnapshot(followed);
      const visible = redaction.patches(visiblePart(lane.newestPatches));
      send(encodePatches(lane.id, next.seq, visible));
    }
    followed.cursor = next.seq;
    return true;
  }

  /** Returns the part of root patches that the mirror may see. */
  function visiblePart(patches: readonly AcpPatch[]): readonly AcpPatch[] {
    return sees === undefined ? patches : visiblePatches(patches, store.getState(), seesSession);
  }

  function sendSnapshot(followed: Following): boolean {
    const { lane } = followed;
    // The snapshot includes the pending patches, which the lane must not send again afterwards.
    lane.flush(redaction.patches, parts.onFlushError);
    const state = store.getState();
    const sessionId = sessionOfLane(lane.id);
    const session = sessionId === undefined ? undefined : state.sessions.get(sessionId);
    const patches = session
      ? [sessionPatch(session.sessionId, session)]
      : visiblePart(rootSnapshot(state, seesSession));
    const { id, seq } = lane;
    send(
      encode({
        type: "snapshot",
        lane: id,
        seq,
        epoch,
        state: packForLane(id, redaction.snapshot(patches)),
      }),
    );
    followed.cursor = seq;
    return true;
  }

  function welcome(): void {
    isWelcome = true;
    const { name } = rights;
    const info = name === undefined ? {} : { name };
    const now = store.now();
    send(encode({ type: "welcome", v: WIRE_VERSION, epoch, now, rights: info, window }));
  }

  function subscribe(lanes: readonly (readonly [string, number | null])[]): void {
    if (!isWelcome) return;
    for (const [id, seq] of lanes) {
      const sessionId = sessionOfLane(id);
      if (sessionId !== undefined && !seesSession(sessionId)) continue;
      const known = following.get(id);
      if (known?.hasFailed === false) known.cursor = seq ?? undefined;
      else {
        const lane = parts.lane(id);
        if (lane === undefined) continue;
        lane.follow();
        following.set(id, { lane, cursor: seq ?? undefined, hasFailed: false });
      }
    }
    pump();
    // A heartbeat confirms that a mirror without missing batches is up to date.
    for (const [id, seq] of lanes) if (seq !== null) sendHeartbeat(following.get(id));
  }

  function unsubscribe(lanes: readonly string[]): void {
    for (const id of lanes) {
      const followed = following.get(id);
      if (followed?.hasFailed === false) followed.lane.unfollow();
      following.delete(id);
    }
  }

  function sendHeartbeat(followed: Following | undefined): void {
    if (followed === undefined) return;
    const { lane, cursor, hasFailed } = followed;
    // The message of the error may have what `redact` would hide.
    if (hasFailed) send(encode({ type: "failed", lane: lane.id, reason: LANE_FAILED }));
    else if (cursor !== undefined)
      send(encode({ type: "at", lane: lane.id, seq: cursor, chars: sentChars }));
  }

  function end(reason?: string): void {
    if (hasEnded) return;
    if (reason !== undefined) send(encode({ type: "bye", reason }));
    hasEnded = true;
    channel.close();
    const lanes = [...following.values()]
      .filter(({ hasFailed }) => !hasFailed)
      .map(({ lane }) => lane);
    following.clear();
    results.clear();
    parts.onEnd(lanes, reason === undefined || reason === "timeout");
  }

  const actor: Actor = {
    sees: (sessionId) => {
      try {
        return seesSession(sessionId);
      } catch (error) {
        parts.onFailure(error);
        return false;
      }
    },
    may: (action) => rights.may?.(action) ?? false,
    seesAll: sees === undefined,
    hidesReasons: redaction.hidesReasons,
    reply: (id, text) => {
      const after = Array.from(
        following.values(),
        (followed): LaneEnd => [followed, followed.lane.seq],
      );
      if (!hasEnded) results.set(id, { text, after });
      pump();
    },
    refuse: (text) => {
      if (isOpen()) send(text);
    },
    unsentResults: () => results.size,
    onRefused: (action, refusal) => {
      refusedActions++;
      parts.onRefused(action, refusal);
    },
    running: 0,
  };

  function stats(): HostedMirrorStats {
    const { name, may } = rights;
    return {
      id: parts.id,
      ...(name !== undefined && { name }),
      sees: sees === undefined ? "all" : [...store.getState().sessions.keys()].filter(actor.sees),
      mayAct: may !== undefined,
      connectedAt,
      lastMessageAt,
      sentChars,
      unconfirmedChars: sentChars - ackedChars,
      runningActions: actor.running,
      refusedActions,
      lanes: Array.from(following.values(), ({ lane, cursor }) => ({
        ...sessionFieldOf(lane.id),
        ...(cursor !== undefined && { seq: cursor }),
      })),
    };
  }

  return {
    actor,
    welcome,
    subscribe,
    unsubscribe,
    acknowledge: (chars) => {
      ackedChars = Math.max(ackedChars, Math.min(chars, sentChars));
      pump();
    },
    pump,
    sendHeartbeats: () => {
      for (const followed of following.values()) sendHeartbeat(followed);
    },
    recordMessage: () => void (lastMessageAt = Date.now()),
    lastMessageAt: () => lastMessageAt,
    stats,
    end,
  };
}
