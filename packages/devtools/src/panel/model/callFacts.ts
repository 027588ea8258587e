import {
  isFinalStatus,
  type Permission,
  type Session,
  type ToolCall,
  type Turn,
} from "@acp-store/core";
import { type PermissionAnswer, permissionAnswer } from "./permissionAnswer.js";
import { lastUntil, type Moment } from "./source.js";
import type { LogPosition, StatusChange, Track } from "./tracks.js";

/** The positions in the log that explain the status of a tool call. */
export interface CallFacts {
  readonly track: Track | undefined;
  /**
   * Set when the client stopped waiting for the call: the user cancelled it, or its turn or
   * connection ended.
   */
  readonly abandoned: StatusChange | undefined;
  /** The end of the call: its final status, or the change that abandoned it. */
  readonly ended: LogPosition | undefined;
  /** The last permission request for the call. */
  readonly permission: PermissionFacts | undefined;
  readonly turn: Turn | undefined;
  readonly turnTrack: Track | undefined;
  /** The last message that named the call, or its announcement. */
  readonly lastUpdate: LogPosition | undefined;
}

/** A permission request with its answer, and their positions in the log. */
export interface PermissionFacts extends PermissionAnswer {
  readonly request: Permission;
  readonly requested: LogPosition;
  readonly settled: LogPosition;
}

export function collectCallFacts(call: ToolCall, session: Session, moment: Moment): CallFacts {
  const { find } = moment.tracks;
  const track = find(session.sessionId, "toolCalls", call.toolCallId);
  const turn = call.turnId === undefined ? undefined : session.turns.get(call.turnId);
  const turnTrack = turn && find(session.sessionId, "turns", turn.turnId);
  const last = lastUntil(track?.statuses, moment);
  const left = call.phase === "rejected" ? lastUntil(turnTrack?.statuses, moment) : last;
  const abandoned = isLeftUnfinished(call, session) ? left : cancelMark(call, track, moment);
  return {
    track,
    abandoned,
    ended: isFinalStatus(call.status) ? last : abandoned,
    permission: permissionFacts(call, session, moment),
    turn,
    turnTrack,
    lastUpdate: lastUntil(track?.updates, moment) ?? track?.first,
  };
}

/**
 * Returns whether the turn or the connection of a call ended without a final status of the call. That
 * includes rejected calls, whose end the agent still has to report.
 */
export function isLeftUnfinished(
  { phase, status, turnId = "" }: ToolCall,
  { openTurns }: Session,
): boolean {
  if (phase === "rejected") return !isFinalStatus(status) && !openTurns.includes(turnId);
  return phase === "unfinished";
}

/**
 * Returns whether a cancel by the user set the current status of a call, and the agent has not
 * reported another one since.
 */
export function isCancelledByUser(call: ToolCall, { sessionId }: Session, moment: Moment): boolean {
  const track = moment.tracks.find(sessionId, "toolCalls", call.toolCallId);
  return cancelMark(call, track, moment) !== undefined;
}

function cancelMark(
  { status }: ToolCall,
  track: Track | undefined,
  moment: Moment,
): StatusChange | undefined {
  const last = status === "cancelled" ? lastUntil(track?.statuses, moment) : undefined;
  return last?.cause === "turn_cancelled" ? last : undefined;
}

function permissionFacts(
  { toolCallId }: ToolCall,
  { sessionId, permissions }: Session,
  moment: Moment,
): PermissionFacts | undefined {
  const request = [...permissions.values()].findLast((one) => one.toolCallId === toolCallId);
  if (request === undefined) return undefined;
  const track = moment.tracks.find(sessionId, "permissions", request.permissionId);
  const settled = lastUntil(track?.statuses, moment);
  if (track === undefined || settled === undefined) return undefined;
  return { ...permissionAnswer(request), request, requested: track.first, settled };
}
