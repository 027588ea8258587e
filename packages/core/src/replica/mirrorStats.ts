// Declared here, because `mirror` and `devtools` need the types and do not depend on each other.

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

/** The connection, the lanes and the running actions of a mirror. The value is plain JSON. */
export interface MirrorStats {
  /** The epoch of the owner. Absent while there is no connection. */
  readonly epoch?: string;
  /** The time at which the owner answered, in ms since the epoch. Absent while there is no connection. */
  readonly connectedAt?: number;
  /** The number of UTF-16 code units that were received over all connections. */
  readonly receivedChars: number;
  /** The reason that the last connection ended, or that the last attempt to connect failed. */
  readonly lastFailure?: LinkFailure;
  /** The lanes that the mirror follows: the root, and one for each session that it shows completely. */
  readonly lanes: readonly MirrorLaneStats[];
  /** The actions that have no result yet, the oldest first. */
  readonly runningActions: readonly RunningActionStats[];
}

/** The reason that a mirror has lost its owner, or could not reach it. */
export interface LinkFailure {
  /** The time, in ms since the epoch. */
  readonly at: number;
  /** The error of the function `connect`, or the reason of the link or the owner. */
  readonly message: string;
}

/** The position of a mirror in a lane that it follows. */
export interface MirrorLaneStats {
  /** The session of the lane. Absent for the lane of the root. */
  readonly sessionId?: string;
  /** The number of the last batch that was applied. Absent until a snapshot arrives. */
  readonly seq?: number;
  /** Whether the mirror has had everything of this lane since the connection was made. */
  readonly isCurrent: boolean;
  /** The reason that the owner cannot send this lane. The mirror asks again, with growing pauses. */
  readonly failure?: string;
}

/** An action that has no result yet. */
export interface RunningActionStats {
  /** The name of the action. */
  readonly action: string;
  /** The time at which it was sent first, in ms since the epoch. */
  readonly startedAt: number;
  /** The number of times that it was sent again, because no result arrived. */
  readonly resends: number;
}
