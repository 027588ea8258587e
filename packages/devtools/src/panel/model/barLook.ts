import { answerOf } from "./answer.js";
import type { Track, Tracks } from "./tracks.js";

/** How a bar looks: its colours, border and sign. */
export type Tone =
  | "turn"
  | "running"
  | "done"
  | "failed"
  | "cancelled"
  | "unfinished"
  | "waiting"
  | "allowed"
  | "rejected";

/** What a bar says of its track. */
export interface BarLook {
  readonly tone: Tone;
  /** What stands on it. */
  readonly label: string;
  /** What it is. */
  readonly name: string;
  /** What became of it. */
  readonly says: string;
}

/** `isEnd`: the log has ended, so what goes on never ended. */
export function barLook(track: Track, tracks: Tracks, isEnd: boolean): BarLook {
  const status = track.statuses.at(-1)?.status ?? "pending";
  if (track.table === "permissions") return ofPermission(track, tracks, status, isEnd);
  return track.table === "turns" ? ofTurn(track, status, isEnd) : ofCall(track, status, isEnd);
}

function ofTurn({ stopReason }: Track, status: string, isEnd: boolean): BarLook {
  const name = "Turn";
  if (status === "failed") return { tone: "failed", label: "Turn: failed", name, says: "failed" };
  if (status === "ended") {
    const says = stopReason ?? "ended";
    return { tone: "turn", label: `Turn: ${says}`, name, says };
  }
  const says = isEnd ? "never ended" : status;
  return { tone: isEnd ? "unfinished" : "running", label: `Turn: ${says}`, name, says };
}

const CALL_TONES: Readonly<Record<string, Tone>> = {
  completed: "done",
  failed: "failed",
  cancelled: "cancelled",
  stale: "unfinished",
};

function ofCall({ title, id }: Track, status: string, isEnd: boolean): BarLook {
  const name = title ?? id;
  const tone = CALL_TONES[status] ?? (isEnd ? "unfinished" : "running");
  return { tone, label: name, name, says: tone === "unfinished" ? "never finished" : status };
}

function ofPermission(track: Track, tracks: Tracks, status: string, isEnd: boolean): BarLook {
  const { sessionId, toolCallId, title, options, optionId } = track;
  const call = toolCallId && tracks.find(sessionId, "toolCalls", toolCallId);
  const about = title ?? (call ? call.title : undefined);
  const name = about === undefined ? "Permission" : `Permission for ${about}`;
  const { kind, option } = answerOf({ status, options, optionId });
  if (kind === "waiting") {
    const says = isEnd ? "never answered" : "waits for the user";
    return { tone: isEnd ? "unfinished" : "waiting", label: `Permission: ${says}`, name, says };
  }
  if (kind === "cancelled")
    return { tone: "cancelled", label: "Permission: cancelled", name, says: "cancelled" };
  const says = `${kind}: ${option}`;
  const label = says.replace(/^./, (first) => first.toUpperCase());
  return { tone: kind === "answered" ? "waiting" : kind, label, name, says };
}
