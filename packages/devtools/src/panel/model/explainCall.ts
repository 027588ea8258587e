import { isFinalStatus, type Permission, type Session, type ToolCall } from "@acp-store/core";
import { lastBefore, type Moment } from "./moment.js";
import type { StatusChange, Track } from "./tracks.js";
import { turnWords } from "./turnWords.js";
import type { Words } from "./words.js";

/**
 * Why a tool call stands where it stands, in words. `undefined` for one that the agent has ended itself.
 *
 * @example
 * ```ts
 * explainCall(call, session, moment);
 * // ["still running: no final status was sent", "; last update at ", 41, "; the turn ended with cancelled at ", 52, "."]
 * ```
 */
export function explainCall(call: ToolCall, session: Session, moment: Moment): Words | undefined {
  const track = moment.tracks.find(session.sessionId, "toolCalls", call.toolCallId);
  const mark = markOf(call, track, moment);
  if (mark !== undefined) return [...marked(mark), ...rest(call, session, track, moment)];
  if (isFinalStatus(call.status)) return undefined;
  const isOver = call.stale === true;
  const known = call.status === "in_progress" ? "" : `, only “${call.status}”`;
  const begin = isOver
    ? `still running: no final status was sent${known}`
    : `running: no final status so far${known}`;
  return [begin, ...rest(call, session, track, moment)];
}

/** Whether a tool call is over without the agent having said so. */
export function isUnfinished(call: ToolCall, { sessionId }: Session, moment: Moment): boolean {
  const track = moment.tracks.find(sessionId, "toolCalls", call.toolCallId);
  return call.stale === true || markOf(call, track, moment) !== undefined;
}

/** Where the client has marked a call as cancelled, if the agent has not said anything else since. */
function markOf(
  { status }: ToolCall,
  track: Track | undefined,
  moment: Moment,
): StatusChange | undefined {
  const last = status === "cancelled" ? lastBefore(track?.statuses, moment) : undefined;
  return last?.cause === "turn_cancelled" ? last : undefined;
}

function marked({ index }: StatusChange): Words {
  const begin = "cancelled by the client when the user cancelled at ";
  return [begin, index, ": the agent sent no final status"];
}

function rest(call: ToolCall, session: Session, track: Track | undefined, moment: Moment): Words {
  return [
    ...updateWords(track, moment),
    ...permissionWords(call, session, moment),
    ...turnWords(call, session, moment),
    ".",
  ];
}

function updateWords(track: Track | undefined, moment: Moment): Words {
  if (track === undefined) return [];
  const last = lastBefore(track.updates, moment)?.index ?? track.first.index;
  return last > track.first.index
    ? ["; last update at ", last]
    : ["; announced at ", last, " and never updated"];
}

function permissionWords({ toolCallId }: ToolCall, session: Session, moment: Moment): Words {
  const asked = [...session.permissions.values()].findLast(
    (permission) => permission.toolCallId === toolCallId,
  );
  if (asked === undefined) return [];
  const track = moment.tracks.find(session.sessionId, "permissions", asked.permissionId);
  const status = lastBefore(track?.statuses, moment);
  if (status === undefined) return [];
  if (asked.status === "pending") return ["; waits for the permission asked at ", status.index];
  const what =
    asked.status === "selected" ? `answered with “${answerOf(asked)}”` : "answered with cancelled";
  return [`; its permission request was ${what} at `, status.index];
}

function answerOf({ options, optionId }: Permission): string {
  return options.find((option) => option.optionId === optionId)?.name ?? String(optionId);
}
