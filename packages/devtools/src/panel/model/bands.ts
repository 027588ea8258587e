import { capitalize } from "./format.js";
import { permissionAnswer } from "./permissionAnswer.js";
import { positionOf, type TimelineScale } from "./timelineScale.js";
import { permissionTitleAt, type Track, type Tracks } from "./tracks.js";

/** The style of a bar: its color, border and sign. */
export type BarTone =
  | "turn"
  | "running"
  | "done"
  | "failed"
  | "cancelled"
  | "unfinished"
  | "waiting"
  | "allowed"
  | "rejected";

/** The style and texts of a bar. */
export interface BarLook {
  readonly tone: BarTone;
  /** The text on or beside the bar. */
  readonly label: string;
  /** The name of the turn, tool call, permission request or compaction. */
  readonly name: string;
  /** The status as shown to the user. */
  readonly status: string;
}

/** A turn, tool call, permission request or compaction on the timeline. Positions are in units of the scale. */
export interface Bar {
  readonly track: Track;
  readonly start: number;
  /** `Infinity` if it has not ended. */
  readonly end: number;
  readonly row: number;
  readonly look: BarLook;
}

/** A cancel by the user. */
export interface CancelMark {
  readonly index: number;
  readonly position: number;
}

/** One session on the timeline. Row 0 shows turns; the others show everything else. */
export interface Band {
  readonly sessionId: string;
  readonly rows: number;
  readonly bars: readonly Bar[];
  readonly cancels: readonly CancelMark[];
}

const ENDED_STATUSES = new Set([
  "completed",
  "failed",
  "cancelled",
  "rejected",
  "unfinished",
  "ended",
  "interrupted",
  "selected",
]);
/** More rows would push other sessions out of view. The remaining bars share the last row. */
const MAX_ROWS = 16;

/**
 * Distributes tracks over bands and rows.
 *
 * @param minLength The length that a bar reserves in its row, so that short bars can be clicked.
 * @param isEnd Whether the log has ended, so that open bars will never end.
 */
export function createBands(
  tracks: Tracks,
  sessions: readonly string[],
  scale: TimelineScale,
  minLength: number,
  isEnd: boolean,
): Band[] {
  const bySession = new Map(sessions.map((sessionId): [string, Track[]] => [sessionId, []]));
  for (const track of tracks.all) bySession.get(track.sessionId)?.push(track);
  const lookOf = (track: Track): BarLook => barLook(track, tracks, isEnd);
  return [...bySession].map(([sessionId, ownTracks]) =>
    createBand(sessionId, ownTracks, scale, minLength, lookOf),
  );
}

function createBand(
  sessionId: string,
  tracks: readonly Track[],
  scale: TimelineScale,
  minLength: number,
  lookOf: (track: Track) => BarLook,
): Band {
  const rowEnds: number[] = [];
  const bars = tracks.map((track): Bar => {
    const last = track.statuses.at(-1);
    const hasEnded = last !== undefined && ENDED_STATUSES.has(last.status);
    const start = positionOf(track.first, scale);
    const end = hasEnded ? positionOf(last, scale) : Number.POSITIVE_INFINITY;
    const row =
      track.table === "turns"
        ? 0
        : 1 + reserveRow(rowEnds, start, Math.max(end, start + minLength));
    return { track, start, end, row, look: lookOf(track) };
  });
  const cancels = tracks.flatMap(({ table, statuses }) =>
    table === "turns"
      ? statuses
          .filter(({ status }) => status === "cancelling")
          .map((change) => ({ index: change.index, position: positionOf(change, scale) }))
      : [],
  );
  return { sessionId, rows: 1 + rowEnds.length, bars, cancels };
}

/** Reserves room in the first row that is free at `start`, and returns that row. */
function reserveRow(rowEnds: number[], start: number, end: number): number {
  const free = rowEnds.findIndex((rowEnd) => rowEnd < start);
  const row = free >= 0 ? free : Math.min(rowEnds.length, MAX_ROWS - 1);
  rowEnds[row] = Math.max(end, rowEnds[row] ?? 0);
  return row;
}

/** Returns the look of a bar. `isEnd`: whether the log has ended, so that open bars never end. */
export function barLook(track: Track, tracks: Tracks, isEnd: boolean): BarLook {
  const status = track.statuses.at(-1)?.status ?? "pending";
  if (track.table === "permissions") return permissionLook(track, tracks, status, isEnd);
  if (track.table === "compactions") return compactionLook(status, isEnd);
  return track.table === "turns"
    ? turnLook(track, status, isEnd)
    : callLook(track, tracks, status, isEnd);
}

function turnLook({ stopReason, statuses }: Track, status: string, isEnd: boolean): BarLook {
  const look = (tone: BarTone, shown: string): BarLook => {
    return { tone, label: `Turn: ${shown}`, name: "Turn", status: shown };
  };
  const wasCancelled = statuses.some((change) => change.status === "cancelling");
  if (status === "failed") return look("failed", "failed");
  if (status === "ended" && wasCancelled && stopReason !== "cancelled")
    return look("cancelled", `cancelled by the user, ended with ${stopReason ?? "no reason"}`);
  if (status === "ended") return look(wasCancelled ? "cancelled" : "turn", stopReason ?? "ended");
  if (status === "interrupted") return look("unfinished", status);
  return isEnd ? look("unfinished", "never ended") : look("running", status);
}

const CALL_TONES: Readonly<Record<string, BarTone>> = {
  completed: "done",
  failed: "failed",
  cancelled: "cancelled",
  unfinished: "unfinished",
};

function callLook(track: Track, tracks: Tracks, status: string, isEnd: boolean): BarLook {
  const { sessionId, title, id, phase, turnId = "" } = track;
  const name = title ?? id;
  if (phase === "rejected") {
    // The agent still has to report the end of a rejected call.
    const turnStatus = tracks.find(sessionId, "turns", turnId)?.statuses.at(-1)?.status ?? "";
    const isLeft = status === phase && (isEnd || ENDED_STATUSES.has(turnStatus));
    return { tone: phase, label: name, name, status: isLeft ? "rejected, never finished" : phase };
  }
  const known = Object.hasOwn(CALL_TONES, status) ? CALL_TONES[status] : undefined;
  const tone = known ?? (isEnd ? "unfinished" : "running");
  return { tone, label: name, name, status: tone === "unfinished" ? "never finished" : status };
}

function compactionLook(status: string, isEnd: boolean): BarLook {
  const name = "Compaction of the context";
  const known = Object.hasOwn(CALL_TONES, status) ? CALL_TONES[status] : undefined;
  const tone = known ?? (isEnd ? "unfinished" : "running");
  return { tone, label: name, name, status: tone === "unfinished" ? "never finished" : status };
}

function permissionLook(track: Track, tracks: Tracks, status: string, isEnd: boolean): BarLook {
  const { options, optionId } = track;
  const subject = permissionTitleAt(track, tracks, Infinity);
  const name = subject === undefined ? "Permission" : `Permission for ${subject}`;
  const look = (tone: BarTone, shown: string, label = `Permission: ${shown}`): BarLook => {
    return { tone, label, name, status: shown };
  };
  const { outcome, option } = permissionAnswer({ status, options, optionId });
  if (outcome === "waiting")
    return isEnd ? look("unfinished", "never answered") : look("waiting", "waiting for the user");
  if (outcome === "cancelled") return look("cancelled", "cancelled");
  const answer = `${outcome}: ${option}`;
  return look(outcome === "answered" ? "waiting" : outcome, answer, capitalize(answer));
}
