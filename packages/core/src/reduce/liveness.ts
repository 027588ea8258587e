import type { Transaction } from "../commit/transaction.js";
import { isTranscriptEvent } from "../events/transcriptEvents.js";
import type { AcpEvent } from "../events/event.js";
import type { SessionRecord } from "../state/sessionRecord.js";

/** The events that show that the agent is alive, besides those of a transcript. */
const SIGNS_OF_LIFE: ReadonlySet<AcpEvent["type"]> = new Set([
  "replay_merged",
  "activity",
  "prompt_accepted",
  "steering_settled",
  "permission_requested",
  "elicitation_requested",
  "commands",
  "mode",
  "config_options",
  "setting_confirmed",
  "setting_refused",
  "session_info",
  "usage",
  "notice",
  "update_meta",
  "unknown_update",
]);

/** The time in ms by which `lastActivityAt` may be behind. */
const PRECISION = 1000;

/**
 * Records the time of a message from the agent in its session. Only to the second, so that a stream
 * does not change the session with each chunk.
 */
export function recordActivity(
  tx: Transaction,
  session: SessionRecord | undefined,
  event: AcpEvent,
): void {
  if (session === undefined) return;
  const { lastActivityAt, closed } = session.fields;
  if (lastActivityAt !== undefined && event.at - lastActivityAt < PRECISION) return;
  if (closed || !(isTranscriptEvent(event) || SIGNS_OF_LIFE.has(event.type))) return;
  tx.setSessionField(session, "lastActivityAt", event.at);
}
