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
