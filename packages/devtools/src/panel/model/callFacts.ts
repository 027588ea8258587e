import {
  isFinalStatus,
  type Permission,
  type Session,
  type ToolCall,
  type Turn,
} from "@acp-store/core";
import { type Answer, answerOf } from "./answer.js";
import { lastBefore, type Moment } from "./moment.js";
import type { Place, StatusChange, Track } from "./tracks.js";

/** What is known of a tool call. */
export interface CallFacts {
  readonly track: Track | undefined;
  /** Where the client gave it up: marked it as cancelled, or its turn or connection was over. */
  readonly over: StatusChange | undefined;
  /** Where it came to its end: by the word of the agent, or as the client gave it up. */
  readonly ended: Place | undefined;
  /** The last time that the user was asked about it. */
  readonly asked: AskedAbout | undefined;
  readonly turn: Turn | undefined;
  readonly turnTrack: Track | undefined;
  /** The last message that named it, or its announcement. */
  readonly heard: Place | undefined;
}

/** A permission request, where it was asked, and what became of it where. */
export interface AskedAbout extends Answer {
  readonly permission: Permission;
  readonly asked: Place;
  readonly settled: Place;
}

export function factsOf(call: ToolCall, session: Session, moment: Moment): CallFacts {
  const find = moment.tracks.find;
  const track = find(session.sessionId, "toolCalls", call.toolCallId);
  const turn = call.turnId === undefined ? undefined : session.turns.get(call.turnId);
  const last = lastBefore(track?.statuses, moment);
  return {
    track,
    over: call.stale === true ? last : markOf(call, track, moment),
    ended: call.stale === true || isFinalStatus(call.status) ? last : undefined,
    asked: askedAbout(call, session, moment),
    turn,
    turnTrack: turn && find(session.sessionId, "turns", turn.turnId),
    heard: lastBefore(track?.updates, moment) ?? track?.first,
  };
}

/** Where the client has marked a call as cancelled, if the agent has not said anything else since. */
export function markOf(
  { status }: ToolCall,
  track: Track | undefined,
  moment: Moment,
): StatusChange | undefined {
  const last = status === "cancelled" ? lastBefore(track?.statuses, moment) : undefined;
  return last?.cause === "turn_cancelled" ? last : undefined;
}

function askedAbout(
  { toolCallId }: ToolCall,
  session: Session,
  moment: Moment,
): AskedAbout | undefined {
  const permission = [...session.permissions.values()].findLast(
    (request) => request.toolCallId === toolCallId,
  );
  if (permission === undefined) return undefined;
  const track = moment.tracks.find(session.sessionId, "permissions", permission.permissionId);
  const settled = lastBefore(track?.statuses, moment);
  if (track === undefined || settled === undefined) return undefined;
  return { ...answerOf(permission), permission, asked: track.first, settled };
}
