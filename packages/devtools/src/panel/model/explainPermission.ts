import type { Permission, SettledReason } from "@acp-store/core";
import { answeredBy, answerOf } from "./answer.js";
import { formatTime } from "./format.js";
import { lastBefore, type Moment } from "./moment.js";
import type { Words } from "./words.js";

const WHY: Readonly<Partial<Record<SettledReason, string>>> = {
  turn_cancelled: ", as the user cancelled the turn",
  turn_ended: ", as the turn was over",
  disconnected: ", as the connection ended",
  session_closed: ", as the session was closed",
  withdrawn: ", as the agent took it back",
};

/** What was asked, and what came of it. */
export function explainPermission(permission: Permission, moment: Moment): Words {
  const { sessionId, permissionId, options, reason } = permission;
  const track = moment.tracks.find(sessionId, "permissions", permissionId);
  const last = lastBefore(track?.statuses, moment);
  if (track === undefined || last === undefined) return [];
  const { kind, option } = answerOf(permission);
  const asked: Words = ["Asked at ", track.first.index];
  const offered = options.map(({ name }) => `“${name}”`).join(", ") || "nothing";
  const took = formatTime((kind === "waiting" ? moment.at : last.at) - track.first.at);
  if (kind === "waiting")
    return moment.isEnd
      ? [...asked, ` and never answered: the log stops ${took} later. It offered ${offered}.`]
      : [...asked, `, waits for the user for ${took} so far. It offers ${offered}.`];
  if (kind === "cancelled")
    return [...asked, ", cancelled at ", last.index, `${WHY[reason ?? "user"] ?? ""}.`];
  const by = answeredBy(permission);
  return [...asked, `, ${kind} by ${by} with “${option}” at `, last.index, ` after ${took}.`];
}
