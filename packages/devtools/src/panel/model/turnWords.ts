import type { Session, ToolCall } from "@acp-store/core";
import { lastBefore, type Moment } from "./moment.js";
import type { Words } from "./words.js";

/** What became of the turn that a tool call belongs to. */
export function turnWords(call: ToolCall, session: Session, moment: Moment): Words {
  const turn = call.turnId === undefined ? undefined : session.turns.get(call.turnId);
  if (turn === undefined) return ["; no turn was open when it was announced"];
  const track = moment.tracks.find(session.sessionId, "turns", turn.turnId);
  const cancel = track?.statuses.find(
    ({ status, index }) => status === "cancelling" && index <= moment.index,
  );
  const cancelled: Words =
    cancel === undefined || call.status === "cancelled"
      ? []
      : ["; the user cancelled the turn at ", cancel.index];
  const last = lastBefore(track?.statuses, moment);
  if (last === undefined) return cancelled;
  if (turn.status === "ended")
    return [
      ...cancelled,
      `; the turn ended with ${turn.stopReason ?? "no reason"} at `,
      last.index,
    ];
  if (turn.status === "failed")
    return [...cancelled, `; the turn failed with “${turn.error?.message ?? ""}” at `, last.index];
  const open: Words = ["; its turn is open since ", track?.first.index ?? last.index];
  return [...cancelled, ...open, ...(moment.isEnd ? [", and the log ends before it does"] : [])];
}
