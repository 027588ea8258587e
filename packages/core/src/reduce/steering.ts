import { removeEntity } from "../commit/removals.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { presentFields } from "../json.js";
import type { Message } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { SteeredPrompt, StoredTurn } from "../state/storedEntities.js";
import { recordTurnStart } from "./catalog.js";
import { madeUpKey } from "./messageKey.js";
import { addSteeringMessage } from "./messages.js";
import { currentTurn } from "./openTurns.js";
import { startTurn } from "./turns.js";

/** Shows a message that is sent into the running turn. The turn knows it, because the agent may echo it. */
export function reducePromptSteered(tx: Transaction, event: EventOf<"prompt_steered">): void {
  const session = tx.session(event.sessionId);
  if (event.prompt.length === 0) return;
  const turn = currentTurn(session);
  const promptId = addSteeringMessage(tx, session, event);
  setSteering(tx, session, promptId, "sent");
  if (turn !== undefined) setSteered(tx, session, turn, [...(turn.steered ?? []), { promptId }]);
}

/**
 * Stores the outcome of a message that was sent into a running turn. If it started a turn, that one has no
 * request whose response ends it.
 */
export function reduceSteeringSettled(tx: Transaction, event: EventOf<"steering_settled">): void {
  const session = tx.find(event.sessionId);
  if (session === undefined) return;
  const { outcome, steeringId, turnId, at } = event;
  const promptId = madeUpKey("user", `#${steeringId}`);
  const message = session.tables.messages.get(promptId);
  if (message?.steering !== "sent") return;
  if (outcome !== "prompt_required") setSteering(tx, session, promptId, outcome);
  if (outcome === "injected") return;
  const known = removeSteered(tx, session, message.turnId, promptId);
  if (outcome === "prompt_required") removeEntity(tx, session.tables.messages, promptId);
  if (outcome !== "started_turn" || turnId === undefined) return;
  startTurn(tx, session, {
    turnId,
    status: "running",
    startedAt: at,
    promptId,
    unanswered: true,
    ...(tx.root.protocolVersion === 2 && { accepted: true }),
    ...presentFields({ echo: known?.echo }),
  });
  recordTurnStart(tx, { type: "turn_started", sessionId: session.id, turnId, at });
  tx.setFields(session.tables.messages, promptId, [["turnId", turnId]]);
}

/** Fails the messages of a restored session that were on their way to the agent. */
export function failSteering(tx: Transaction, session: SessionRecord): void {
  for (const [promptId, { steering }] of [...session.tables.messages.snapshot()])
    if (steering === "sent") setSteering(tx, session, promptId, "failed");
}

function setSteering(
  tx: Transaction,
  session: SessionRecord,
  promptId: string,
  steering: Message["steering"],
): void {
  tx.setFields(session.tables.messages, promptId, [["steering", steering]]);
}

/** Removes a message from those that steered a turn, and returns it. */
function removeSteered(
  tx: Transaction,
  session: SessionRecord,
  turnId: string | undefined,
  promptId: string,
): SteeredPrompt | undefined {
  const turn = turnId === undefined ? undefined : session.tables.turns.get(turnId);
  if (turn?.steered === undefined) return undefined;
  const left = turn.steered.filter((each) => each.promptId !== promptId);
  setSteered(tx, session, turn, left.length > 0 ? left : undefined);
  return turn.steered.find((each) => each.promptId === promptId);
}

function setSteered(
  tx: Transaction,
  session: SessionRecord,
  { turnId }: StoredTurn,
  steered: readonly SteeredPrompt[] | undefined,
): void {
  tx.setFields(session.tables.turns, turnId, [["steered", steered]]);
}
