import type { AcpState } from "@acp-store/core";
import { type Explanation, explainCall } from "./explainCall.js";
import { explainPermission } from "./explainPermission.js";
import { explainTurn } from "./explainTurn.js";
import { formatTime } from "./format.js";
import type { Moment } from "./moment.js";
import type { Track } from "./tracks.js";
import type { Words } from "./words.js";

/** What became of the bearer of a track, up to a moment whose state is given. */
export function explainTrack(track: Track, state: AcpState, moment: Moment): Explanation {
  const session = state.sessions.get(track.sessionId);
  const { table, id } = track;
  const call = table === "toolCalls" ? session?.toolCalls.get(id) : undefined;
  if (call && session)
    return explainCall(call, session, moment) ?? { cause: courseOf(track), more: [] };
  const turn = table === "turns" ? session?.turns.get(id) : undefined;
  if (turn && session) return { cause: explainTurn(turn, session, moment), more: [] };
  const permission = table === "permissions" ? session?.permissions.get(id) : undefined;
  const cause = permission ? explainPermission(permission, moment) : courseOf(track);
  return { cause, more: [] };
}

/** What it became, one after the other; also of what the state has no more. */
function courseOf({ statuses, first }: Track): Words {
  const last = statuses.at(-1);
  const took = last === undefined ? "" : `, ${formatTime(last.at - first.at)} after it began`;
  const steps = statuses.flatMap(({ status, index }, place): Words => {
    const what = place === 0 ? status.replace(/^./, (first) => first.toUpperCase()) : status;
    return [place === 0 ? "" : ", then ", `${what} at `, index];
  });
  return [...steps, `${took}.`];
}
