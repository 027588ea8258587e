import { isFinalStatus, type Session, type Turn } from "@acp-store/core";
import { UNKNOWN_END } from "./callWords.js";
import { formatTime, numbered } from "./format.js";
import { lastBefore, type Moment } from "./moment.js";
import type { Words } from "./words.js";

/** How a turn went, with how long it took, and what it left unfinished. */
export function explainTurn(turn: Turn, session: Session, moment: Moment): Words {
  const track = moment.tracks.find(session.sessionId, "turns", turn.turnId);
  const last = lastBefore(track?.statuses, moment);
  if (track === undefined || last === undefined) return [];
  const began: Words = ["Began at ", track.first.index];
  const isOver = turn.status === "ended" || turn.status === "failed";
  const took = formatTime((isOver ? last.at : moment.at) - track.first.at);
  const cancel = track.statuses.find(({ status }) => status === "cancelling");
  const cancelled: Words =
    cancel === undefined ? [] : [", was cancelled by the user at ", cancel.index];
  const left = leftWords(turn, session);
  if (isOver) return [...began, ...cancelled, ...endOf(turn), last.index, ` after ${took}.${left}`];
  if (!moment.isEnd) return [...began, ...cancelled, `, goes on for ${took} so far.${left}`];
  const stop: Words = [" and never ended: the log stops at ", moment.index];
  return [...began, ...cancelled, ...stop, `, ${took} later. ${UNKNOWN_END}${left}`];
}

function endOf({ status, stopReason, error }: Turn): Words {
  if (status === "failed") return [`, failed (“${error?.message ?? ""}”) at `];
  return [`, ended (${stopReason ?? "no reason"}) at `];
}

function leftWords({ turnId }: Turn, { toolCalls }: Session): string {
  const calls = [...toolCalls.values()].filter((call) => call.turnId === turnId);
  const open = calls.filter(({ status, stale }) => stale === true || !isFinalStatus(status));
  if (open.length === 0) return "";
  return ` ${open.length} of ${numbered(calls.length, "tool call")} in it did not end.`;
}
