import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { adopt } from "../state/adopt.js";
import type { Turn, TurnError } from "../state/entities.js";
import type { Activity } from "../state/state.js";
import type { SessionCell } from "../state/tree.js";
import { openTurns } from "./currentTurn.js";
import { endTurn, setActivity } from "./turns.js";

/** The state by its wire name; one that is not known must not pass for idle. */
function activityNamed(state: string): Activity {
  return Object.hasOwn(KNOWN, state) ? (KNOWN[state] as Activity) : "unknown";
}

const KNOWN: Readonly<Record<string, Activity>> = {
  running: "running",
  requires_action: "requires_action",
  idle: "idle",
};

/**
 * What the agent does, as a snapshot: the same again is nothing new. `idle` ends the turns that
 * the agent has taken in; a prompt that is still on its way to the agent is not among them.
 * {@link https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#session-states}
 */
export function reduceActivity(tx: Transaction, event: EventOf<"activity">): void {
  const cell = tx.session(event.sessionId);
  const next = activityNamed(event.state);
  if (event.background !== undefined) {
    tx.setField(cell, "background", adopt(cell.fields.background, event.background));
  }
  const wasIdle = cell.fields.activity === "idle";
  if (next === "idle" && !wasIdle) endAcceptedTurns(tx, cell, event);
  if (next !== "idle" && wasIdle) acceptOldest(tx, cell);
  // The stop is confirmed by `idle` alone.
  if (next !== "idle" && cell.fields.activity === "cancelling") tx.setField(cell, "reported", next);
  else setActivity(tx, cell, next);
}

/**
 * Where nobody sees the answer to a prompt, work that begins while one is open is taken for the
 * work on it, unless one is taken in. Else only the answer, or the message that comes back, says
 * so: the work may be something of the agent's own.
 */
function acceptOldest(tx: Transaction, cell: SessionCell): void {
  const open = openTurns(cell);
  const [oldest] = open;
  if (oldest === undefined || oldest.accepted === false || open.some(isAccepted)) return;
  tx.update(cell, "turns", oldest.turnId, (turn) => {
    turn.accepted = true;
  });
}

function isAccepted(turn: Turn): boolean {
  return turn.accepted === true || turn.echo !== undefined;
}

/** Work that failed, of an agent that does not say how. */
const UNNAMED: TurnError = { message: "The agent reported an error without saying which." };

function endAcceptedTurns(tx: Transaction, cell: SessionCell, event: EventOf<"activity">): void {
  const error = event.error ?? (event.stopReason === "error" ? UNNAMED : undefined);
  for (const { turnId } of openTurns(cell).filter(isAccepted)) {
    endTurn(tx, {
      type: "turn_ended",
      sessionId: cell.id,
      turnId,
      at: event.at,
      ...(event.stopReason !== undefined && { stopReason: event.stopReason }),
      ...(error !== undefined && { error }),
      ...(event.usage !== undefined && { usage: event.usage }),
      ...(event.meta !== undefined && { meta: event.meta }),
    });
  }
}
