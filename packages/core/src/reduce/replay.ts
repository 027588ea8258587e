import type { Transaction } from "../commit/transaction.js";
import type { AcpEvent, EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { SessionRecord } from "../state/tree.js";
import { openTurns } from "./currentTurn.js";
import { markLeftovers } from "./turns.js";

/** What belongs to the transcript; the first of these in a replay begins the new one. */
const TRANSCRIPT: ReadonlySet<AcpEvent["type"]> = new Set([
  "message_chunk",
  "message",
  "tool_call",
  "tool_call_content",
  "plan",
  "terminal",
  "terminal_output",
  "compaction",
  "compaction_summary",
  "subagent",
  "session_message",
  "session_message_chunk",
]);

const REBUILT = [
  "messages",
  "toolCalls",
  "plans",
  "terminals",
  "compactions",
  "subagents",
  "sessionMessages",
] as const;

/** The old transcript stays on the screen until the new one begins. */
export function reduceReplayStarted(tx: Transaction, event: EventOf<"replay_started">): void {
  const session = tx.session(event.sessionId);
  tx.setField(session, "closed", undefined);
  tx.setField(session, "replaying", true);
}

/**
 * One agent sends the transcript only after its answer, so a success does not end the waiting: the
 * next prompt does. What the transcript left unfinished is not running.
 */
export function reduceReplayEnded(tx: Transaction, event: EventOf<"replay_ended">): void {
  const session = tx.find(event.sessionId);
  if (session === undefined) return;
  if (event.failed) tx.setField(session, "replaying", undefined);
  else if (!session.fields.replaying) markLeftovers(tx, session);
}

/** Called before every event: makes room for the new transcript when it begins. */
export function beginTranscript(tx: Transaction, event: AcpEvent): void {
  const { sessionId } = event as { readonly sessionId?: string };
  const session = sessionId === undefined ? undefined : tx.find(sessionId);
  if (!session?.fields.replaying) return;
  if (event.type === "turn_started") tx.setField(session, "replaying", undefined);
  if (!TRANSCRIPT.has(event.type)) return;
  tx.setField(session, "replaying", undefined);
  clearTranscript(tx, session);
}

/**
 * Requests that wait are no part of it, nor are the calls that they are about, nor prompts that
 * nothing has come back of yet.
 */
function clearTranscript(tx: Transaction, session: SessionRecord): void {
  const prompts = promptsOnTheirWay(tx, session);
  const messages = [...session.tables.messages.snapshot()].filter(([key]) => prompts.has(key));
  const waiting = [...session.tables.permissions.snapshot().values()].filter(
    ({ status }) => status === "pending",
  );
  const calls = new Set(waiting.map(({ toolCallId }) => toolCallId));
  const kept = [...session.tables.toolCalls.snapshot().values()].filter(({ toolCallId }) =>
    calls.has(toolCallId),
  );
  for (const name of REBUILT) tx.clear(session, name);
  for (const call of kept) tx.create(session, "toolCalls", call.toolCallId, call);
  for (const [key, message] of messages) tx.create(session, "messages", key, message);
  const closedTurns = [...session.tables.turns.snapshot().keys()].filter(
    (turnId) => !session.fields.openTurns.includes(turnId),
  );
  for (const turnId of closedTurns) tx.remove(session, "turns", turnId);
  tx.setField(session, "recentPlans", shareStructure(session.fields.recentPlans, []));
  const requests = new Set(waiting.map(({ permissionId }) => permissionId));
  tx.setTimeline(
    session,
    session.timeline
      .value()
      .filter(
        ({ type, id }) =>
          (type === "permission" && requests.has(id)) ||
          (type === "tool_call" && calls.has(id)) ||
          (type === "message" && prompts.has(id)),
      ),
  );
}

/** The messages of open turns that the agent has not shown. Those that it has, it shows again. */
function promptsOnTheirWay(tx: Transaction, session: SessionRecord): ReadonlySet<string> {
  const prompts = new Set<string>();
  for (const { turnId, promptId, echo } of openTurns(session)) {
    if (promptId === undefined) continue;
    if (echo === undefined) prompts.add(promptId);
    else
      tx.update(session, "turns", turnId, (turn) => {
        delete turn.promptId;
        delete turn.echo;
        turn.accepted = true;
      });
  }
  return prompts;
}
