import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { presentFields } from "../json.js";
import { UNANSWERED_TURN } from "../state/indexKeys.js";
import { positionIn } from "../state/entityTable.js";
import type { Elicitation, Permission } from "../state/requests.js";
import { isBackgroundRequest } from "../state/backgroundWork.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { StoredTurn } from "../state/storedEntities.js";
import { shareStructure } from "../state/shareStructure.js";
import { recordInterruptedTurn, recordTurnEnd, recordTurnStart } from "./catalog.js";
import { settlePendingElicitations } from "./elicitations.js";
import { resetSessionField } from "./fieldPatches.js";
import { addPromptMessage } from "./messages.js";
import { isOpenTurn, openTurns } from "./openTurns.js";
import { settlePendingPermissions } from "./permissions.js";
import { holdQueue } from "./queue.js";
import { deriveActivity, endCancellingIfIdle, setActivity } from "./sessionActivity.js";
import { endSubagentWork } from "./subagentWork.js";
import { countTokens } from "./usage.js";
import {
  endCallsOfTurn,
  endCallsOutsideTurns,
  leaveCallsUnfinished,
  setBackground,
} from "./unfinishedCalls.js";

/** Adds a turn, and the user's message if the prompt is known. Several turns may be open. */
export function reduceTurnStarted(tx: Transaction, event: EventOf<"turn_started">): void {
  const session = tx.session(event.sessionId);
  if (session.tables.turns.has(event.turnId)) return;
  endCallsOutsideTurns(tx, session);
  tx.setSessionField(session, "replayBegun", undefined);
  tx.setSessionField(session, "restored", undefined);
  endUnansweredTurns(tx, session, event.at);
  const promptId = addPromptMessage(tx, session, event);
  startTurn(tx, session, {
    turnId: event.turnId,
    status: "running",
    startedAt: event.at,
    ...(event.observed && tx.root.protocolVersion === 2 && { accepted: false }),
    ...presentFields({ promptId, retryOf: event.retryOf }),
  });
  recordTurnStart(tx, event);
}

/** Adds a turn to a session. */
export function startTurn(tx: Transaction, session: SessionRecord, turn: StoredTurn): void {
  tx.create(session.tables.turns, turn.turnId, turn);
  tx.spliceList(session, "openTurns", session.fields.openTurns.length, 0, turn.turnId);
  tx.setSessionField(session, "queueHeld", undefined);
  if (tx.root.protocolVersion === 1) deriveActivity(tx, session);
}

/** Ends the turns whose end no response reports. */
export function endUnansweredTurns(
  tx: Transaction,
  session: SessionRecord,
  at: number,
  stopReason?: string,
): void {
  for (const turnId of [...session.tables.turns.idsWith(UNANSWERED_TURN)])
    endTurnOfIdleAgent(tx, {
      type: "turn_ended",
      sessionId: session.id,
      turnId,
      at,
      ...presentFields({ stopReason }),
    });
}

/**
 * Ends a turn. In version 1 that ends all work of the turn. In version 2 the agent reports the end of
 * the work itself, see {@link endTurnOfIdleAgent}.
 */
export function reduceTurnEnded(tx: Transaction, event: EventOf<"turn_ended">): void {
  const session = tx.session(event.sessionId);
  if (!isOpenTurn(session, event.turnId)) return;
  closeTurn(tx, session, event);
  recordTurnEnd(tx, event);
  if (event.error) holdQueue(tx, session);
  // In version 2, one report can end several turns.
  if (tx.root.protocolVersion === 1) countTokens(tx, session, event.usage);
  if (tx.root.protocolVersion === 2) endCancellingIfIdle(tx, session);
  else endTurnOfVersion1(tx, session, event);
}

/**
 * Ends a turn of an agent that is idle, or that must be treated as idle, with all work of the turn
 * that does not continue in the background.
 * {@link https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#session-states}
 */
export function endTurnOfIdleAgent(tx: Transaction, event: EventOf<"turn_ended">): void {
  reduceTurnEnded(tx, event);
  endWorkOfTurn(tx, tx.session(event.sessionId), event);
}

function endTurnOfVersion1(
  tx: Transaction,
  session: SessionRecord,
  event: EventOf<"turn_ended">,
): void {
  endWorkOfTurn(tx, session, event);
  deriveActivity(tx, session);
  if (session.tables.turns.get(event.turnId)?.cancelRequested)
    endSubagentWork(tx, session, event.at);
}

function closeTurn(tx: Transaction, session: SessionRecord, event: EventOf<"turn_ended">): void {
  const { at, error, stopReason, usage, meta } = event;
  const reported = presentFields({ error, stopReason, usage, _meta: meta });
  tx.setFields(session.tables.turns, event.turnId, [
    ["status", error ? "failed" : "ended"],
    ["endedAt", at],
    ...Object.entries(shareStructure(undefined, reported)),
  ]);
  const index = positionIn(session.fields.openTurns, session.tables.turns, event.turnId);
  tx.spliceList(session, "openTurns", index, 1);
}

/** Ends the open calls of a turn and settles its pending requests. */
function endWorkOfTurn(
  tx: Transaction,
  session: SessionRecord,
  { turnId, at }: EventOf<"turn_ended">,
): void {
  const isOver = (request: Permission | Elicitation): boolean =>
    request.turnId === turnId && !isBackgroundRequest(session, request);
  endCallsOfTurn(tx, session, turnId);
  settlePendingPermissions(tx, session, "turn_ended", at, isOver);
  settlePendingElicitations(tx, "turn_ended", at, session.id, isOver);
}

/**
 * Ends the cancelled turns of a session without the agent's confirmation, so that the session can
 * continue. A late confirmation changes nothing, and late updates are still applied.
 */
export function reduceCancelTimedOut(tx: Transaction, event: EventOf<"cancel_timed_out">): void {
  const { sessionId, at } = event;
  const session = tx.find(sessionId);
  if (session === undefined) return;
  const turnIds = openTurns(session)
    .filter(({ status }) => status === "cancelling")
    .map(({ turnId }) => turnId);
  if (turnIds.length === 0 && session.fields.activity !== "cancelling") return;
  for (const turnId of turnIds) {
    tx.setFields(session.tables.turns, turnId, [["cancelUnconfirmed", true]]);
    endTurnOfIdleAgent(tx, { type: "turn_ended", sessionId, turnId, at, stopReason: "cancelled" });
  }
  const { activity, reported, openTurns: open } = session.fields;
  if (activity === "cancelling")
    setActivity(tx, session, open.length > 0 && reported !== undefined ? reported : "idle");
  tx.diagnose({
    code: "cancel_timed_out",
    path: [],
    message:
      "Expected the agent to confirm the cancel of its work. The cancelled turns ended without it.",
    value: turnIds,
  });
}

/** Fails every open turn of a session whose connection was lost, and ends all of its work. */
export function failOpenTurns(
  tx: Transaction,
  session: SessionRecord,
  message: string,
  at: number,
): void {
  for (const turnId of session.fields.openTurns) {
    reduceTurnEnded(tx, {
      type: "turn_ended",
      sessionId: session.id,
      turnId,
      error: { message },
      at,
    });
  }
  endAllWork(tx, session);
}

/** Ends the open turns of a session that was saved while it was running, and all of its work. */
export function interruptOpenTurns(tx: Transaction, session: SessionRecord): void {
  if (session.fields.openTurns.length > 0) recordInterruptedTurn(tx, session.id);
  for (const { turnId, startedAt } of openTurns(session)) {
    const endedAt = Math.max(startedAt, session.fields.lastActivityAt ?? startedAt);
    tx.setFields(session.tables.turns, turnId, [
      ["status", "interrupted"],
      ["endedAt", endedAt],
    ]);
  }
  resetSessionField(tx, session, "openTurns");
  endAllWork(tx, session);
}

/** Ends all work of a session that has lost its agent. */
function endAllWork(tx: Transaction, session: SessionRecord): void {
  setBackground(tx, session, []);
  leaveCallsUnfinished(tx, session, () => true);
  setActivity(tx, session, "idle");
}
