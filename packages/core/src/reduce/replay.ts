import type { Transaction } from "../commit/transaction.js";
import type { AcpEvent, EventOf } from "../events/event.js";
import { adopt } from "../state/adopt.js";
import type { SessionCell } from "../state/tree.js";
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
export function startReplay(tx: Transaction, event: EventOf<"replay_started">): void {
  const cell = tx.session(event.sessionId);
  tx.setField(cell, "closed", undefined);
  tx.setField(cell, "replaying", true);
}

/**
 * One agent sends the transcript only after its answer, so a success does not end the waiting: the
 * next prompt does. What the transcript left unfinished is not running.
 */
export function endReplay(tx: Transaction, event: EventOf<"replay_ended">): void {
  const cell = tx.find(event.sessionId);
  if (cell === undefined) return;
  if (event.failed) tx.setField(cell, "replaying", undefined);
  else if (!cell.fields.replaying) markLeftovers(tx, cell);
}

/** Called before every event: makes room for the new transcript when it begins. */
export function beginTranscript(tx: Transaction, event: AcpEvent): void {
  const { sessionId } = event as { readonly sessionId?: string };
  const cell = sessionId === undefined ? undefined : tx.find(sessionId);
  if (!cell?.fields.replaying) return;
  if (event.type === "turn_started") tx.setField(cell, "replaying", undefined);
  if (!TRANSCRIPT.has(event.type)) return;
  tx.setField(cell, "replaying", undefined);
  clearTranscript(tx, cell);
}

/**
 * Requests that wait are no part of it, nor are the calls that they are about, nor prompts that
 * nothing has come back of yet.
 */
function clearTranscript(tx: Transaction, cell: SessionCell): void {
  const prompts = promptsOnTheirWay(tx, cell);
  const messages = [...cell.tables.messages.snapshot()].filter(([key]) => prompts.has(key));
  const waiting = [...cell.tables.permissions.snapshot().values()].filter(
    ({ status }) => status === "pending",
  );
  const calls = new Set(waiting.map(({ toolCallId }) => toolCallId));
  const kept = [...cell.tables.toolCalls.snapshot().values()].filter(({ toolCallId }) =>
    calls.has(toolCallId),
  );
  for (const name of REBUILT) tx.clear(cell, name);
  for (const call of kept) tx.create(cell, "toolCalls", call.toolCallId, call);
  for (const [key, message] of messages) tx.create(cell, "messages", key, message);
  const closedTurns = [...cell.tables.turns.snapshot().keys()].filter(
    (turnId) => !cell.fields.openTurns.includes(turnId),
  );
  for (const turnId of closedTurns) tx.remove(cell, "turns", turnId);
  tx.setField(cell, "recentPlans", adopt(cell.fields.recentPlans, []));
  const requests = new Set(waiting.map(({ permissionId }) => permissionId));
  tx.setTimeline(
    cell,
    cell.timeline
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
function promptsOnTheirWay(tx: Transaction, cell: SessionCell): ReadonlySet<string> {
  const prompts = new Set<string>();
  for (const { turnId, promptId, echo } of openTurns(cell)) {
    if (promptId === undefined) continue;
    if (echo === undefined) prompts.add(promptId);
    else
      tx.update(cell, "turns", turnId, (turn) => {
        delete turn.promptId;
        delete turn.echo;
        turn.accepted = true;
      });
  }
  return prompts;
}
