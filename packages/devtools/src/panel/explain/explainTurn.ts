import { isFinalStatus, type Session, type Turn } from "@acp-store/core";
import { formatTime } from "../model/format.js";
import { formatSince, lastUntil, type Moment } from "../model/source.js";
import type { LogPosition } from "../model/tracks.js";
import { type Activity, SILENT_MS } from "../model/turnTimes.js";
import { type Explain, explainAt, type Explanation, UNKNOWN_END } from "./explanation.js";

/** Explains how a turn went, how long it took, and how many tool calls it left unfinished. */
export function explainTurn(turn: Turn, session: Session, moment: Moment): Explanation {
  const track = moment.tracks.find(session.sessionId, "turns", turn.turnId);
  const last = lastUntil(track?.statuses, moment);
  if (track === undefined || last === undefined) return [];
  const explain = explainAt(moment);
  const hasEnded = turn.status !== "running" && turn.status !== "cancelling";
  const elapsed = hasEnded
    ? formatTime(last.at - track.first.at)
    : formatSince(moment, track.first);
  const cancel = track.statuses.find(({ status }) => status === "cancelling");
  const start = explain`Started at ${track.first}${
    cancel === undefined ? "" : explain`, was cancelled by the user at ${cancel}`
  }`;
  const unfinished = countUnfinishedCalls(turn, session);
  if (turn.status === "interrupted")
    return explain`Interrupted: the session was saved during the turn, and restored at ${last}.${unfinished}`;
  if (hasEnded)
    return explain`${start}${explainEnding(turn, last, explain)} after ${elapsed}.${unfinished}`;
  if (!moment.isEnd) return explain`${start}, still ${turn.status} after ${elapsed}.${unfinished}`;
  return explain`${start} and never ended. The log stops at ${moment}, ${elapsed} later. ${UNKNOWN_END}${unfinished}`;
}

/** Explains how long the agent has been working on a turn, or how the turn ended with the log. */
export function explainOpenTurn(turn: Turn, session: Session, moment: Moment): Explanation {
  const { sessionId } = session;
  const start = moment.tracks.find(sessionId, "turns", turn.turnId)?.first;
  if (moment.isEnd || start === undefined || turn.status !== "running")
    return explainTurn(turn, session, moment);
  const explain = explainAt(moment);
  const elapsed = formatSince(moment, start);
  const silence = explainSilence(moment, moment.lastActivityOf(sessionId), explain);
  return turn.promptId === undefined
    ? explain`The turn that started at ${start} has been running for ${elapsed}.${silence}`
    : explain`The agent has been working on the prompt from ${start} for ${elapsed}.${silence}`;
}

/** Explains how long nothing has come from the agent, if that is long. */
function explainSilence(moment: Moment, last: Activity | undefined, explain: Explain): Explanation {
  if (last === undefined || last.waitsFor !== "agent" || moment.at - last.at < SILENT_MS) return [];
  return explain` It has been silent for ${formatSince(moment, last)}, since ${last}.`;
}

function explainEnding(
  { status, stopReason, error }: Turn,
  ended: LogPosition,
  explain: Explain,
): Explanation {
  return status === "failed"
    ? explain`, failed (“${error?.message ?? ""}”) at ${ended}`
    : explain`, ended (${stopReason ?? "no reason"}) at ${ended}`;
}

function countUnfinishedCalls({ turnId }: Turn, { toolCalls }: Session): string {
  const calls = [...toolCalls.values()].filter((call) => call.turnId === turnId);
  const open = calls.filter(({ status }) => !isFinalStatus(status));
  if (open.length === 0) return "";
  return ` Unfinished tool calls: ${open.length} of ${calls.length}.`;
}
