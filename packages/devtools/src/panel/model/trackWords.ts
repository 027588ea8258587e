import type { AcpState } from "@acp-store/core";
import { formatTime } from "./format.js";
import { explainCall } from "./explainCall.js";
import type { Moment } from "./moment.js";
import type { Track } from "./tracks.js";
import type { Words } from "./words.js";

const NAMES = { turns: "Turn", toolCalls: "Tool call", permissions: "Permission" } as const;

/** What something is called. */
export function nameOf({ table, id, title, stopReason }: Track): string {
  if (table === "turns") return stopReason === undefined ? "Turn" : `Turn: ${stopReason}`;
  return title ?? (table === "toolCalls" ? id : NAMES[table]);
}

/** What became of it, up to a moment, in words. */
export function trackWords(track: Track, state: AcpState, moment: Moment): Words {
  const session = state.sessions.get(track.sessionId);
  const call = track.table === "toolCalls" ? session?.toolCalls.get(track.id) : undefined;
  const explained = call && session && explainCall(call, session, moment);
  return [`${NAMES[track.table]} `, ...(explained ?? course(track)), " "];
}

function course({ statuses, first }: Track): Words {
  const last = statuses.at(-1);
  const took = last === undefined ? "" : `, ${formatTime(last.at - first.at)} after it began`;
  const steps = statuses.flatMap(
    ({ status, index }, place): Words => [place === 0 ? "" : ", then ", `${status} at `, index],
  );
  return [...steps, `${took}.`];
}
