import { type BarLook, barLook } from "./barLook.js";
import { formatTime } from "./format.js";
import type { Place, Track, Tracks } from "./tracks.js";

/** A stretch of the timeline in which something was in one state. Positions are of the scale. */
export interface Bar {
  readonly track: Track;
  readonly start: number;
  /** `Infinity` for what goes on. */
  readonly end: number;
  readonly row: number;
  readonly look: BarLook;
}

/** A cancel by the user. */
export interface Mark {
  readonly place: Place;
  readonly position: number;
}

/** One session on the timeline. Row 0 has its turns, the others its tool calls and permissions. */
export interface Lane {
  readonly sessionId: string;
  readonly rows: number;
  readonly bars: readonly Bar[];
  readonly cancels: readonly Mark[];
}

/** What positions on the timeline are: ms since the first entry, or where there are no times, entries. */
export interface Scale {
  readonly isTime: boolean;
  /** The time, or the index, at position 0. */
  readonly start: number;
}

export function positionOf(place: Place, { isTime, start }: Scale): number {
  return Math.max(0, (isTime ? place.at : place.index) - start);
}

/** How a position is called. */
export function positionName(position: number, { isTime }: Scale): string {
  return isTime ? formatTime(position) : `entry ${Math.round(position) + 1}`;
}

const OVER = new Set(["completed", "failed", "cancelled", "stale", "ended", "selected"]);
/** More rows than this would push the other sessions out of sight: the rest shares the last one. */
const MOST_ROWS = 16;

/**
 * `least` is how much room a bar takes in its row, so that also short ones can be hit. `isEnd`: the log
 * has ended, so what goes on never ended.
 */
export function lanesOf(
  tracks: Tracks,
  sessions: readonly string[],
  scale: Scale,
  least: number,
  isEnd: boolean,
): Lane[] {
  const bySession = new Map(sessions.map((sessionId): [string, Track[]] => [sessionId, []]));
  for (const track of tracks.all) bySession.get(track.sessionId)?.push(track);
  const look = (track: Track): BarLook => barLook(track, tracks, isEnd);
  return [...bySession].map(([sessionId, found]) => laneOf(sessionId, found, scale, least, look));
}

function laneOf(
  sessionId: string,
  tracks: readonly Track[],
  scale: Scale,
  least: number,
  look: (track: Track) => BarLook,
): Lane {
  const ends: number[] = [];
  const bars = tracks.map((track): Bar => {
    const last = track.statuses.at(-1);
    const isOver = last !== undefined && OVER.has(last.status);
    const start = positionOf(track.first, scale);
    const end = isOver ? positionOf(last, scale) : Number.POSITIVE_INFINITY;
    const row =
      track.table === "turns" ? 0 : 1 + freeRow(ends, start, Math.max(end, start + least));
    return { track, start, end, row, look: look(track) };
  });
  const cancels = tracks.flatMap(({ table, statuses }) =>
    table === "turns"
      ? statuses
          .filter(({ status }) => status === "cancelling")
          .map((place) => ({ place, position: positionOf(place, scale) }))
      : [],
  );
  return { sessionId, rows: 1 + ends.length, bars, cancels };
}

/** The first row in which nothing is at that time any more. */
function freeRow(ends: number[], start: number, end: number): number {
  const free = ends.findIndex((until) => until < start);
  const row = free >= 0 ? free : Math.min(ends.length, MOST_ROWS - 1);
  ends[row] = Math.max(end, ends[row] ?? 0);
  return row;
}
