import type { AcpState } from "@acp-store/core";
import type { Moment } from "./moment.js";
import { neverEnded, pendingOf } from "./pending.js";

/** Where in a state the first tool call stands that never ended, or that runs. */
export function unfinishedPath(state: AcpState, moment: Moment): readonly string[] | undefined {
  const pending = pendingOf(state, moment);
  const first = neverEnded(pending, moment)[0] ?? pending.running[0];
  if (first === undefined) return undefined;
  return ["sessions", first.session.sessionId, "toolCalls", first.call.toolCallId];
}
