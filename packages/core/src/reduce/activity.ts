import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { TurnError } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { Activity } from "../state/state.js";
import type { StoredTurn } from "../state/storedEntities.js";
import { acceptPrompt } from "./echo.js";
import { openTurns } from "./openTurns.js";
import { setActivity, showPendingRequests } from "./sessionActivity.js";
import { endTurnOfIdleAgent } from "./turns.js";
import { setBackground } from "./unfinishedCalls.js";
import { countTokens } from "./usage.js";

/**
 * Stores what the agent reports to be doing (version 2). The report is a snapshot: repeating it
 * changes nothing. `idle` ends the turns whose prompts the agent has accepted with their foreground
 * work, but not a prompt that is still on its way to the agent. While a turn is being cancelled, only `idle` confirms the
 * cancellation.
 * {@link https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#session-states}
 */
export function reduceActivity(tx: Transaction, event: EventOf<"activity">): void {
  const session = tx.session(event.sessionId);
  const next = toActivity(event.state);
  if (event.background !== undefined) setBackground(tx, session, event.background);
  const wasIdle = session.fields.activity === "idle";
  if (next === "idle" && !wasIdle) {
    if (endsWork(tx, session)) countTokens(tx, session, event.usage);
    endAcceptedTurns(tx, session, event);
  }
  if (next !== "idle" && wasIdle) acceptOldestTurn(tx, session);
  if (next !== "idle" && session.fields.activity === "cancelling")
    tx.setSessionField(session, "reported", next);
  else setActivity(tx, session, next);
  showPendingRequests(tx, session);
}

/**
 * Marks a prompt as accepted by the agent. A cancelled prompt ends with that if the agent is idle,
 * because no further `idle` will arrive for it.
 */
export function reducePromptAccepted(tx: Transaction, event: EventOf<"prompt_accepted">): void {
  acceptPrompt(tx, event);
  const { sessionId, turnId, at } = event;
  const session = tx.session(sessionId);
  const isCancelling = session.tables.turns.get(turnId)?.status === "cancelling";
  if (!isCancelling || session.fields.activity !== "idle") return;
  endTurnOfIdleAgent(tx, { type: "turn_ended", sessionId, turnId, at, stopReason: "cancelled" });
}

/** Returns whether `idle` ends work of now, and is not part of a replay. Subagents have no turns. */
function endsWork(tx: Transaction, session: SessionRecord): boolean {
  const { parentSessionId } = session.fields;
  if (parentSessionId === undefined) return openTurns(session).some(isAccepted);
  const parent = tx.find(parentSessionId);
  return !parent?.fields.replaying && !parent?.fields.replayBegun;
}

const KNOWN_STATES: ReadonlyMap<string, Activity> = new Map([
  ["running", "running"],
  ["requires_action", "requires_action"],
  ["idle", "idle"],
]);

/** Returns the activity for a state of the wire. An unknown state is not treated as idle. */
function toActivity(state: string): Activity {
  return KNOWN_STATES.get(state) ?? "unknown";
}

/**
 * Assumes that work which starts while a prompt is open belongs to that prompt. Does not if the
 * response to the prompt is observed, since it reports the acceptance itself, or if another prompt
 * was accepted: then the agent may be doing something else.
 */
function acceptOldestTurn(tx: Transaction, session: SessionRecord): void {
  const open = openTurns(session);
  const [oldest] = open;
  if (oldest === undefined || oldest.accepted === false || open.some(isAccepted)) return;
  tx.update(session.tables.turns, oldest.turnId, (turn) => {
    turn.accepted = true;
  });
}

function isAccepted(turn: StoredTurn): boolean {
  return turn.accepted === true || turn.echo !== undefined;
}

/** The error of a turn that stopped with `error` without a description. */
const UNSPECIFIED_ERROR: TurnError = {
  message: "The agent reported an error without a description.",
};

function endAcceptedTurns(
  tx: Transaction,
  session: SessionRecord,
  event: EventOf<"activity">,
): void {
  const error = event.error ?? (event.stopReason === "error" ? UNSPECIFIED_ERROR : undefined);
  for (const { turnId } of openTurns(session).filter(isAccepted)) {
    endTurnOfIdleAgent(tx, {
      type: "turn_ended",
      sessionId: session.id,
      turnId,
      at: event.at,
      ...(event.stopReason !== undefined && { stopReason: event.stopReason }),
      ...(error !== undefined && { error }),
      ...(event.usage !== undefined && { usage: event.usage }),
      ...(event.meta !== undefined && { meta: event.meta }),
    });
  }
}
