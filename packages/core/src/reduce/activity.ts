import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { Turn, TurnError } from "../state/entities.js";
import type { Activity } from "../state/state.js";
import type { SessionRecord } from "../state/tree.js";
import { openTurns } from "./currentTurn.js";
import { acceptPrompt } from "./echo.js";
import { reduceTurnEnded, setActivity } from "./turns.js";

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
  const session = tx.session(event.sessionId);
  const next = activityNamed(event.state);
  if (event.background !== undefined) {
    tx.setField(session, "background", shareStructure(session.fields.background, event.background));
  }
  const wasIdle = session.fields.activity === "idle";
  if (next === "idle" && !wasIdle) endAcceptedTurns(tx, session, event);
  if (next !== "idle" && wasIdle) acceptOldest(tx, session);
  // The stop is confirmed by `idle` alone.
  if (next !== "idle" && session.fields.activity === "cancelling")
    tx.setField(session, "reported", next);
  else setActivity(tx, session, next);
}

/**
 * The agent took a prompt in. One that was cancelled is over with that, if the work on it was
 * already: no `idle` comes for it any more.
 */
export function reducePromptAccepted(tx: Transaction, event: EventOf<"prompt_accepted">): void {
  acceptPrompt(tx, event);
  const { sessionId, turnId, at } = event;
  const session = tx.session(sessionId);
  const isOver = session.tables.turns.get(turnId)?.status === "cancelling";
  if (!isOver || session.fields.activity !== "idle") return;
  reduceTurnEnded(tx, { type: "turn_ended", sessionId, turnId, at, stopReason: "cancelled" });
}

/**
 * Where nobody sees the answer to a prompt, work that begins while one is open is taken for the
 * work on it, unless one is taken in. Else only the answer, or the message that comes back, says
 * so: the work may be something of the agent's own.
 */
function acceptOldest(tx: Transaction, session: SessionRecord): void {
  const open = openTurns(session);
  const [oldest] = open;
  if (oldest === undefined || oldest.accepted === false || open.some(isAccepted)) return;
  tx.update(session, "turns", oldest.turnId, (turn) => {
    turn.accepted = true;
  });
}

function isAccepted(turn: Turn): boolean {
  return turn.accepted === true || turn.echo !== undefined;
}

/** Work that failed, of an agent that does not say how. */
const UNNAMED: TurnError = { message: "The agent reported an error without saying which." };

function endAcceptedTurns(
  tx: Transaction,
  session: SessionRecord,
  event: EventOf<"activity">,
): void {
  const error = event.error ?? (event.stopReason === "error" ? UNNAMED : undefined);
  for (const { turnId } of openTurns(session).filter(isAccepted)) {
    reduceTurnEnded(tx, {
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
