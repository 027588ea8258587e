import type { LogPosition, Track, Tracks } from "./tracks.js";

/** The side that a session waits for after a message. */
export type WaitsFor = "agent" | "client" | "command" | "user";

/** A message of a session or of its subagents, with what happens next. */
export interface Activity extends LogPosition {
  readonly waitsFor: WaitsFor;
  /** Whether the agent shows something with it: text, a thought, a tool call or a plan. */
  readonly isReply: boolean;
}

/** A time without messages in a turn. */
export interface Pause {
  readonly start: LogPosition;
  /** The message that ended it. `undefined` while it lasts. */
  readonly end: LogPosition | undefined;
  readonly ms: number;
  readonly waitsFor: WaitsFor;
}

/** The times of a turn. */
export interface TurnTimes {
  readonly track: Track;
  readonly ms: number;
  readonly isOpen: boolean;
  /** The time from the prompt to the first reply of the agent. */
  readonly firstReplyMs: number | undefined;
  readonly firstReply: LogPosition | undefined;
  /** The time in which the agent waited for the user. */
  readonly userMs: number;
  /** The pauses of at least {@link MIN_PAUSE_MS}, the longest first. */
  readonly pauses: readonly Pause[];
  /** The retries that the agent reported on stderr during the turn. */
  readonly retries: readonly Retry[];
}

/** An agent that is silent for this long in a turn may hang, in ms. */
export const SILENT_MS = 10_000;
/** Shorter pauses are not worth a look, in ms. */
const MIN_PAUSE_MS = 1000;

/** A line of stderr in which the agent says that it tries a request to its model again. */
export interface Retry extends LogPosition {
  /** The beginning of the line, without colors. */
  readonly text: string;
}

/** The parts of a log that the times of its turns are measured with. */
export interface TurnSources {
  /** Returns the messages of a session and its subagents, the oldest first. */
  activitiesOf(sessionId: string): readonly Activity[];
  /** Returns the retries between two indices of the log, both included. */
  retriesBetween(from: number, to: number): readonly Retry[];
}

/** Returns whether a turn has not ended. */
export function isOpenTurn({ statuses }: Track): boolean {
  const status = statuses.at(-1)?.status;
  return status === "running" || status === "cancelling";
}

/** The times of turns that have ended, with the number of their statuses. */
const measured = new WeakMap<Track, { readonly count: number; readonly times: TurnTimes }>();

/**
 * Measures all turns of a log, in the order of their starts.
 *
 * @param now The end of the log, or the current time.
 */
export function measureTurns(
  { all }: Tracks,
  sources: TurnSources,
  now: number,
): readonly TurnTimes[] {
  return all
    .filter(({ table }) => table === "turns")
    .map((track) => {
      const known = measured.get(track);
      const count = track.statuses.length;
      if (known?.count === count) return known.times;
      const times = measureTurn(track, sources, now);
      if (!times.isOpen) measured.set(track, { count, times });
      return times;
    });
}

function measureTurn(track: Track, sources: TurnSources, now: number): TurnTimes {
  const activities = sources.activitiesOf(track.sessionId);
  const last = track.statuses.at(-1);
  const isOpen = isOpenTurn(track);
  const end: LogPosition = isOpen || last === undefined ? { index: Infinity, at: now } : last;
  const inTurn = activities.slice(
    firstFrom(activities, track.first.index),
    firstFrom(activities, end.index + 1),
  );
  const pauses = inTurn.flatMap((activity, place): Pause[] => {
    const next = inTurn[place + 1] ?? (isOpen ? undefined : end);
    const ms = (next ?? end).at - activity.at;
    const { waitsFor } = activity;
    return ms > 0 ? [{ start: activity, end: next, ms, waitsFor }] : [];
  });
  const firstReply = inTurn.find(({ isReply }) => isReply);
  return {
    track,
    isOpen,
    ms: end.at - track.first.at,
    firstReply,
    firstReplyMs: firstReply && firstReply.at - track.first.at,
    userMs: pauses
      .filter(({ waitsFor }) => waitsFor === "user")
      .reduce((sum, { ms }) => sum + ms, 0),
    pauses: pauses
      .filter(({ ms }) => ms >= MIN_PAUSE_MS)
      .toSorted((left, right) => right.ms - left.ms),
    retries: sources.retriesBetween(track.first.index, end.index),
  };
}

/** Returns the place of the first item that has at least an index in the log. */
export function firstFrom(items: readonly LogPosition[], index: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.index ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
