import type { HostedMirrorStats, MirrorHostStats, MirrorStats } from "@acp-store/core/replica";

/** The host of a store, such as the result of `hostMirrors` of `@acp-store/mirror`. */
export interface MirrorHostLike {
  /** Identifies the owner. */
  readonly epoch: string;
  /** Returns the mirrors, the lanes and the refused actions. */
  stats(): Omit<MirrorHostStats, "failures">;
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
  stats(): MirrorStats;
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
  { lanes }: Pick<MirrorHostStats, "lanes">,
  mirror: HostedMirrorStats,
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
