import { copyStart, messageOf } from "../errors.js";
import { type ActionRefusal, sessionFieldOf } from "../wire.js";

/** The mirrors, the lanes and the refused actions of a host. The value is plain JSON. */
export interface MirrorHostStats {
  /** The connected mirrors, the oldest connection first. */
  readonly mirrors: readonly HostedMirrorStats[];
  /** The lanes that a mirror has followed: the root, and one for each session. */
  readonly lanes: readonly HostedLaneStats[];
  /** The newest 100 refused actions of all mirrors, the newest last. */
  readonly refused: readonly RefusedAction[];
  /** The newest 100 errors that have ended a link or a lane of it, the newest last. */
  readonly failures: readonly HostFailure[];
}

/** An error of a link, of `redact`, of `sees` or while encoding. It has ended only what is named here. */
export interface HostFailure {
  /** The time of the error, in ms since the epoch. */
  readonly at: number;
  /** The id of the mirror. Absent if the error concerns all mirrors that follow the session. */
  readonly mirrorId?: number;
  /** The session that could not be sent. Absent for the root, and for an error of the whole link. */
  readonly sessionId?: string;
  /** The message of the error, at most 300 characters of it. Mirrors do not get it. */
  readonly message: string;
}

/** A mirror that is connected to a host. */
export interface HostedMirrorStats {
  /** Identifies the connection. A mirror that connects again gets another id. */
  readonly id: number;
  /** The name from the rights of the mirror. */
  readonly name?: string;
  /** The ids of the sessions that the mirror may see, or `"all"`. */
  readonly sees: "all" | readonly string[];
  /** Whether the rights have a function `may`, which decides about each action. */
  readonly mayAct: boolean;
  /** The time of the connection, in ms since the epoch. */
  readonly connectedAt: number;
  /** The time of the last message from the mirror, in ms since the epoch. */
  readonly lastMessageAt: number;
  /** The number of UTF-16 code units that were sent to the mirror. */
  readonly sentChars: number;
  /** The number of UTF-16 code units that the mirror has not confirmed yet. */
  readonly unconfirmedChars: number;
  /** The number of actions of the mirror that have no result yet. */
  readonly runningActions: number;
  /** The number of actions of the mirror that were refused. */
  readonly refusedActions: number;
  /** The lanes that the mirror follows. */
  readonly lanes: readonly LanePosition[];
}

/** The position of a mirror in a lane. */
export interface LanePosition {
  /** The session of the lane. Absent for the lane of the root. */
  readonly sessionId?: string;
  /** The number of the last batch that was sent. Absent until the mirror gets a snapshot. */
  readonly seq?: number;
}

/** A lane of a host. */
export interface HostedLaneStats {
  /** The session of the lane. Absent for the lane of the root. */
  readonly sessionId?: string;
  /** The number of the newest batch. */
  readonly seq: number;
  /** The size of the log, in UTF-16 code units. */
  readonly logChars: number;
}

/** An action that a host has refused. */
export interface RefusedAction {
  /** The time of the refusal, in ms since the epoch. */
  readonly at: number;
  /** The id of the mirror that asked for the action. */
  readonly mirrorId: number;
  /** The name of the mirror, if it has one. */
  readonly mirrorName?: string;
  /** The name of the action, at most 300 characters of it. The mirror may have made it up. */
  readonly action: string;
  /** The reason, as in the `AcpMirrorError` that the mirror got. */
  readonly reason: string;
  /** The explanation, at most 300 characters of it. */
  readonly message: string;
}

const MAX_RECORDS = 100;
/** Mirrors choose some of the texts, so their length is limited. */
const MAX_TEXT = 300;

/** Adds a refused action to a list, and removes the oldest one of a list that is full. */
export function recordRefusal(
  list: RefusedAction[],
  mirrorId: number,
  mirrorName: string | undefined,
  action: string,
  { reason, message }: ActionRefusal,
): void {
  pushRecord(list, {
    at: Date.now(),
    mirrorId,
    ...(mirrorName !== undefined && { mirrorName }),
    action: copyStart(action, MAX_TEXT),
    reason,
    message: copyStart(message, MAX_TEXT),
  });
}

/** Adds an error to a list, and removes the oldest one of a list that is full. */
export function recordFailure(
  list: HostFailure[],
  error: unknown,
  mirrorId?: number,
  lane: string = "",
): void {
  pushRecord(list, {
    at: Date.now(),
    ...(mirrorId !== undefined && { mirrorId }),
    ...sessionFieldOf(lane),
    message: copyStart(messageOf(error), MAX_TEXT),
  });
}

function pushRecord<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > MAX_RECORDS) list.shift();
}
