import type { AcpState, Permission, SettledReason } from "@acp-store/core";
import { capitalize, formatTime } from "../model/format.js";
import { answeredBy, permissionAnswer } from "../model/permissionAnswer.js";
import { describeLogEnd, formatSince, lastUntil, type Moment } from "../model/source.js";
import type { Track } from "../model/tracks.js";
import { explainCall } from "./explainCall.js";
import { explainAt, type Explanation, type StatusExplanation } from "./explanation.js";
import { explainTurn } from "./explainTurn.js";

/** Explains what happened to a turn, tool call or permission request up to a moment. */
export function explainTrack(track: Track, state: AcpState, moment: Moment): StatusExplanation {
  const session = state.sessions.get(track.sessionId);
  const { table, id } = track;
  const call = table === "toolCalls" ? session?.toolCalls.get(id) : undefined;
  if (call && session)
    return (
      explainCall(call, session, moment) ?? { cause: explainStatuses(track, moment), details: [] }
    );
  const turn = table === "turns" ? session?.turns.get(id) : undefined;
  if (turn && session) return { cause: explainTurn(turn, session, moment), details: [] };
  const request = table === "permissions" ? session?.permissions.get(id) : undefined;
  const cause = request ? explainPermission(request, moment) : explainStatuses(track, moment);
  return { cause, details: [] };
}

const CANCEL_REASONS: Readonly<Partial<Record<SettledReason, string>>> = {
  turn_cancelled: " because the user cancelled the turn",
  turn_ended: " because the turn ended",
  disconnected: " because the connection ended",
  interrupted: " because the session was saved before an answer",
  session_closed: " because the session was closed",
  withdrawn: " because the agent withdrew it",
};

/** Explains when a permission was requested, and how the request was settled. */
export function explainPermission(request: Permission, moment: Moment): Explanation {
  const { sessionId, permissionId, options, reason } = request;
  const track = moment.tracks.find(sessionId, "permissions", permissionId);
  const last = lastUntil(track?.statuses, moment);
  if (track === undefined || last === undefined) return [];
  const explain = explainAt(moment);
  const { outcome, option = "" } = permissionAnswer(request);
  const start = explain`Requested at ${track.first}`;
  const optionNames = options.map(({ name }) => `“${name}”`).join(", ") || "none";
  const elapsed =
    outcome === "waiting" ? formatSince(moment, track.first) : formatTime(last.at - track.first.at);
  if (outcome === "waiting")
    return moment.isEnd
      ? explain`${start} and never answered. ${describeLogEnd(moment, track.first)}. Options: ${optionNames}.`
      : explain`${start}, waiting for the user for ${elapsed}. Options: ${optionNames}.`;
  if (outcome === "cancelled")
    return explain`${start}, cancelled at ${last}${CANCEL_REASONS[reason ?? "user"] ?? ""}.`;
  const by = answeredBy(request);
  return explain`${start}, ${outcome} by ${by} (“${option}”) at ${last} after ${elapsed}.`;
}

/** Lists the statuses of a track. Also works for an entity that the state no longer contains. */
function explainStatuses({ statuses, first }: Track, moment: Moment): Explanation {
  const explain = explainAt(moment);
  const last = statuses.at(-1);
  const elapsed = last === undefined ? "" : `, ${formatTime(last.at - first.at)} after it started`;
  const steps = statuses.flatMap((change, place) =>
    place === 0
      ? explain`${capitalize(change.status)} at ${change}`
      : explain`, then ${change.status} at ${change}`,
  );
  return explain`${steps}${elapsed}.`;
}
