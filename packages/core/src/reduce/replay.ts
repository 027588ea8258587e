import { retainEntities } from "../commit/removals.js";
import type { Transaction } from "../commit/transaction.js";
import { isTranscriptEvent } from "../events/transcriptEvents.js";
import type { AcpEvent, EventOf } from "../events/event.js";
import { TABLE_NAMES, type TableName, tableOfItem, type TimelineItem } from "../state/tables.js";
import type { EntityTable } from "../state/entityTable.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { expectActivity } from "./catalog.js";
import { resetSessionField } from "./fieldPatches.js";
import { openTurns } from "./openTurns.js";
import { attachSession } from "./sessions.js";
import { refreshPhase } from "./toolCallStatus.js";
import { endCallsOutsideTurns } from "./unfinishedCalls.js";

/**
 * Starts a replay. The old transcript stays visible until the new one begins, or permanently if the
 * replay is merged into it.
 */
export function reduceReplayStarted(tx: Transaction, event: EventOf<"replay_started">): void {
  const session = tx.session(event.sessionId);
  expectActivity(tx, session.id);
  tx.setSessionField(session, "closed", undefined);
  tx.setSessionField(session, "replaying", event.merges ? undefined : true);
  tx.setSessionField(session, "replayBegun", undefined);
}

/**
 * Ends a replay. A successful one that has not begun stays expected until the next prompt, because
 * one agent sends the transcript after its response. Calls that the transcript left unfinished are
 * not running.
 */
export function reduceReplayEnded(tx: Transaction, event: EventOf<"replay_ended">): void {
  const session = tx.find(event.sessionId);
  if (session === undefined) return;
  tx.setSessionField(session, "replayBegun", undefined);
  if (event.failed) return tx.setSessionField(session, "replaying", undefined);
  attachSession(tx, session);
  if (!session.fields.replaying) endCallsOutsideTurns(tx, session);
}

/**
 * Clears the old transcript when the new one begins. Must run before each event of a session that
 * expects one. A new prompt ends the replay.
 */
export function continueReplay(tx: Transaction, session: SessionRecord, event: AcpEvent): void {
  const beginsTranscript = isTranscriptEvent(event) && event.type !== "plan_removed";
  if (beginsTranscript || event.type === "turn_started")
    tx.setSessionField(session, "replaying", undefined);
  if (!beginsTranscript) return;
  tx.setSessionField(session, "replayBegun", true);
  clearTranscript(tx, session);
}

/** The ids of the entities that a replay keeps, by table. */
type KeptIds = ReadonlyMap<TableName, ReadonlySet<string>>;

function clearTranscript(tx: Transaction, session: SessionRecord): void {
  const kept = entitiesKeptByReplay(tx, session);
  for (const name of TABLE_NAMES) {
    const table: EntityTable<object> = session.tables[name];
    if (!table.definition.isKeptByReplay)
      retainEntities(tx, table, (id) => kept.get(name)?.has(id) === true);
  }
  resetSessionField(tx, session, "recentPlans");
  const timeline = session.timeline.value();
  tx.setTimeline(
    session,
    timeline.filter((item) => isKeptInTimeline(item, kept)),
  );
  // Their earlier requests are gone.
  for (const toolCallId of kept.get("toolCalls") ?? []) refreshPhase(tx, session, toolCallId);
}

/**
 * Returns what is not part of a transcript: pending permission requests and the calls they are
 * about, open turns, prompts that the agent has not shown yet, and rows of the application.
 */
function entitiesKeptByReplay(tx: Transaction, session: SessionRecord): KeptIds {
  const { pendingPermissions } = session.fields;
  const calls = [...pendingPermissions].flatMap(
    (id) => session.tables.permissions.get(id)?.toolCallId ?? [],
  );
  return new Map<TableName, ReadonlySet<string>>([
    ["permissions", new Set(pendingPermissions)],
    ["toolCalls", new Set(calls)],
    ["messages", promptsNotShownYet(tx, session)],
    ["turns", new Set(session.fields.openTurns)],
    ["applicationRows", new Set(session.tables.applicationRows.snapshot().keys())],
  ]);
}

function isKeptInTimeline({ type, id }: TimelineItem, kept: KeptIds): boolean {
  const table = tableOfItem(type);
  return table !== undefined && kept.get(table)?.has(id) === true;
}

/**
 * Returns the prompts of open turns that the agent has not echoed. The echoed ones are part of the
 * transcript, so their turns forget them.
 */
function promptsNotShownYet(tx: Transaction, session: SessionRecord): ReadonlySet<string> {
  const prompts = new Set<string>();
  for (const { turnId, promptId, echo, steered } of openTurns(session)) {
    const expected = steered?.filter((each) => each.echo === undefined);
    for (const each of expected ?? []) prompts.add(each.promptId);
    if (expected?.length !== steered?.length)
      tx.setFields(session.tables.turns, turnId, [["steered", expected]]);
    if (promptId === undefined) continue;
    if (echo === undefined) {
      prompts.add(promptId);
      continue;
    }
    tx.update(session.tables.turns, turnId, (turn) => {
      delete turn.promptId;
      delete turn.echo;
      turn.accepted = true;
    });
  }
  return prompts;
}
