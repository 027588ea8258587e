import type { Frame } from "@acp-store/core";
import { frameKind, updateKindIn } from "../../messageNames.js";
import type { Exchange } from "./exchanges.js";
import type { Activity, WaitsFor } from "./turnTimes.js";
import type { LogPosition } from "./tracks.js";

/** The requests of the agent that a user answers. All others are answered by the client. */
const USER_REQUESTS: ReadonlySet<string> = new Set([
  "session/request_permission",
  "elicitation/create",
]);

/** The sides that requests of the agent wait for. If there are several, the first one counts. */
const SIDES = ["user", "client", "command"] as const;

/** The kinds of updates that do not show anything in the conversation. */
const SILENT_UPDATES: ReadonlySet<string> = new Set([
  "user_message_chunk",
  "user_message",
  "available_commands_update",
  "current_mode_update",
  "config_option_update",
  "session_info_update",
  "state_update",
  "usage_update",
]);

/** Collects the messages of each session. Those of a subagent count for its root session, too. */
export interface ActivityRecorder {
  record(
    frame: Frame,
    position: LogPosition,
    sessionIds: readonly string[],
    exchange: Exchange | undefined,
  ): void;
  /** Returns the messages of a session, oldest first. */
  of(sessionId: string): readonly Activity[];
}

export function createActivityRecorder(): ActivityRecorder {
  const activities = new Map<string, Activity[]>();
  /** The number of requests that wait for the user or the client, by session. */
  const waiting = new Map<string, Record<Exclude<WaitsFor, "agent">, number>>();

  function record(
    frame: Frame,
    { index, at }: LogPosition,
    sessionIds: readonly string[],
    exchange: Exchange | undefined,
  ): void {
    for (const sessionId of sessionIds) {
      const counts = waiting.get(sessionId) ?? { user: 0, command: 0, client: 0 };
      waiting.set(sessionId, counts);
      if (exchange?.sentBy === "agent") {
        const side = sideOf(exchange.method);
        counts[side] += exchange.response === undefined ? 1 : -1;
      }
      const waitsFor = SIDES.find((side) => counts[side] > 0) ?? "agent";
      const list = activities.get(sessionId) ?? [];
      activities.set(sessionId, list);
      list.push({ index, at, waitsFor, isReply: isReply(frame) });
    }
  }

  return { record, of: (sessionId) => activities.get(sessionId) ?? [] };
}

function sideOf(method: string): Exclude<WaitsFor, "agent"> {
  if (USER_REQUESTS.has(method)) return "user";
  return method === "terminal/wait_for_exit" ? "command" : "client";
}

function isReply(frame: Frame): boolean {
  if (frame.dir !== "recv") return false;
  const name = frameKind(frame);
  if (name !== "session/update") return name !== undefined && USER_REQUESTS.has(name);
  const kind = updateKindIn(frame.msg);
  return kind !== undefined && !SILENT_UPDATES.has(kind);
}
