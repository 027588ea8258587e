import { formatTime } from "./format.js";
import type { LogPosition, Tracks } from "./tracks.js";
import { isOpenTurn } from "./turnTimes.js";

/** The unit of positions on the timeline: ms, or entries if the log has no times. */
export interface TimelineScale {
  readonly isTime: boolean;
  /** The time, or the entry index, at position 0. */
  readonly start: number;
  /** The times without a turn, which take {@link IDLE_LENGTH} each. In order. */
  readonly idle: readonly IdleTime[];
}

/** A long time without a turn, in ms of the store's clock. */
export interface IdleTime {
  readonly from: number;
  readonly to: number;
}

/** Shorter times without a turn are drawn in full, in ms. */
const MIN_IDLE_MS = 30_000;
/** The length of an idle time on the timeline, in ms. */
export const IDLE_LENGTH = 3000;

/** Returns the long times between two times in which no turn was open. */
export function findIdleTimes({ all }: Tracks, startAt: number, endAt: number): IdleTime[] {
  const turns = all
    .filter(({ table }) => table === "turns")
    .map((track) => {
      const { first, statuses } = track;
      return { from: first.at, to: isOpenTurn(track) ? endAt : (statuses.at(-1) ?? first).at };
    })
    .toSorted((left, right) => left.from - right.from);
  const idle: IdleTime[] = [];
  let busyUntil = startAt;
  for (const { from, to } of [...turns, { from: endAt, to: endAt }]) {
    if (from - busyUntil >= MIN_IDLE_MS) idle.push({ from: busyUntil, to: from });
    busyUntil = Math.max(busyUntil, to);
  }
  return idle;
}

/** Returns the position of a log entry, in units of the scale. */
export function positionOf({ at, index }: LogPosition, scale: TimelineScale): number {
  const { isTime, start, idle } = scale;
  let position = (isTime ? at : index) - start;
  for (const { from, to } of isTime ? idle : []) {
    if (at <= from) break;
    const share = Math.min(1, (at - from) / (to - from));
    position -= share * (to - from - IDLE_LENGTH);
  }
  return Math.max(0, position);
}

/** Returns the time since the start at a position, in ms: the inverse of {@link positionOf}. */
function timeAt(position: number, { start, idle }: TimelineScale): number {
  let time = position;
  for (const { from, to } of idle) {
    if (time <= from - start) break;
    const share = Math.min(1, (time - (from - start)) / IDLE_LENGTH);
    time += share * (to - from - IDLE_LENGTH);
  }
  return time;
}

/** Formats a position for the ruler. */
export function formatPosition(position: number, scale: TimelineScale): string {
  return scale.isTime ? formatTime(timeAt(position, scale)) : `entry ${Math.round(position) + 1}`;
}
