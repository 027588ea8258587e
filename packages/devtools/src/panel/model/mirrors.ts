/** The host of a store, such as the result of `hostMirrors` of `@acp-store/mirror`. */
export interface MirrorHostLike {
  /** Identifies the owner. */
  readonly epoch: string;
  /** Returns the mirrors, the lanes and the refused actions. */
  stats(): HostReading;
  /** Calls a listener after the mirrors or the refused actions have changed. */
  onChange(listener: () => void): () => void;
  /** Ends the connection of a mirror. Without it, the panel has no button for this. */
  disconnect?(mirrorId: number): void;
}

/** The copy of a store, such as the result of `createMirror` of `@acp-store/mirror`. */
export interface MirrorLike {
  /** The state of the mirror, such as `live`. */
  readonly status: string;
  /** Calls a listener when the status changes. */
  onStatus(listener: () => void): () => void;
  /** Returns the connection, the lanes and the running actions. */
  stats(): MirrorReading;
}

/** The mirrors, the lanes and the refused actions of a host. */
export interface HostReading {
  /** The connected mirrors. */
  readonly mirrors: readonly HostedMirrorReading[];
  /** The lanes that a mirror has followed, with their newest batch and the size of their log. */
  readonly lanes: readonly (LaneReading & { readonly seq: number; readonly logChars: number })[];
  /** The newest refused actions, the newest last. */
  readonly refused: readonly {
    readonly at: number;
    readonly mirrorId: number;
    readonly mirrorName?: string;
    readonly action: string;
    readonly reason: string;
    readonly message: string;
  }[];
}

/** The parts of a connected mirror that the panel shows. */
export interface HostedMirrorReading {
  /** Identifies the connection. */
  readonly id: number;
  /** The name of the mirror. */
  readonly name?: string;
  /** The ids of the sessions that the mirror may see, or `"all"`. */
  readonly sees: "all" | readonly string[];
  /** Whether the mirror may ask for actions. */
  readonly mayAct: boolean;
  /** The time of the connection, in ms since the epoch. */
  readonly connectedAt: number;
  /** The time of the last message from the mirror, in ms since the epoch. */
  readonly lastMessageAt: number;
  /** The number of UTF-16 code units that were sent to the mirror. */
  readonly sentChars: number;
  /** The number of UTF-16 code units that the mirror has not confirmed yet. */
  readonly unconfirmedChars: number;
  /** The number of actions without a result. */
  readonly runningActions: number;
  /** The number of refused actions. */
  readonly refusedActions: number;
  /** The lanes that the mirror follows. */
  readonly lanes: readonly LaneReading[];
}

/** A position in a lane. */
export interface LaneReading {
  /** The session of the lane. Absent for the lane of the root. */
  readonly sessionId?: string;
  /** The number of the last batch. Absent until there is a snapshot. */
  readonly seq?: number;
}

/** The connection, the lanes and the running actions of a mirror. */
export interface MirrorReading {
  /** The epoch of the owner. Absent while there is no connection. */
  readonly epoch?: string;
  /** The time at which the owner answered, in ms since the epoch. */
  readonly connectedAt?: number;
  /** The number of UTF-16 code units that were received. */
  readonly receivedChars: number;
  /** The reason that the last connection ended or failed, and its time in ms since the epoch. */
  readonly lastFailure?: { readonly at: number; readonly message: string };
  /** The lanes that the mirror follows. */
  readonly lanes: readonly (LaneReading & { readonly isCurrent: boolean })[];
  /** The actions without a result, with the time in ms since the epoch at which they were sent. */
  readonly runningActions: readonly {
    readonly action: string;
    readonly startedAt: number;
    readonly resends: number;
  }[];
}

/** Statistics, and the time at which they were read, in ms since the epoch. */
export interface Sample<Stats> {
  readonly at: number;
  readonly stats: Stats;
}

/** The age in ms after which a sample is of no use. Rates are averages over this time. */
const SAMPLE_AGE_MS = 5_000;
/** Rates over a shorter time in ms say little. */
const MIN_RATE_MS = 900;

/** Adds a sample, and drops the ones that are too old. */
export function addSample<Stats>(
  samples: readonly Sample<Stats>[],
  next: Sample<Stats>,
): readonly Sample<Stats>[] {
  return [...samples.filter(({ at }) => next.at - at <= SAMPLE_AGE_MS), next];
}

/** Returns the growth of a counter per second, or `undefined` if it has been known for too short a time. */
export function ratePerSecond<Stats>(
  samples: readonly Sample<Stats>[],
  counterOf: (stats: Stats) => number | undefined,
): number | undefined {
  const first = samples.find(({ stats }) => counterOf(stats) !== undefined);
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < MIN_RATE_MS)
    return undefined;
  const growth = (counterOf(last.stats) ?? 0) - (counterOf(first.stats) ?? 0);
  return (growth * 1000) / (last.at - first.at);
}

/** The distance of a mirror from its owner in one lane. */
export interface LaneDistance {
  readonly sessionId?: string;
  readonly ownerSeq: number;
  /** Absent while the mirror waits for a snapshot. */
  readonly mirrorSeq?: number;
  /** The number of batches that the mirror was not sent yet. Absent like `mirrorSeq`. */
  readonly behind?: number;
}

/** Compares the lanes of a mirror with those of its owner. */
export function laneDistances(
  { lanes }: HostReading,
  mirror: HostedMirrorReading,
): readonly LaneDistance[] {
  const owned = new Map(lanes.map(({ sessionId, seq }) => [sessionId, seq]));
  return mirror.lanes.map(({ sessionId, seq }) => {
    const ownerSeq = owned.get(sessionId) ?? 0;
    return {
      ...(sessionId !== undefined && { sessionId }),
      ownerSeq,
      ...(seq !== undefined && { mirrorSeq: seq, behind: ownerSeq - seq }),
    };
  });
}

/** Returns the name of a mirror with its number, because several mirrors may have the same name. */
export function mirrorLabel(id: number, name: string = "Mirror"): string {
  return `${name} #${id}`;
}
