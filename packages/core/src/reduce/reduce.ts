import type { Transaction } from "../commit/transaction.js";
import type { AcpEvent, EventOf } from "../events/event.js";
import type { Limits } from "../limits.js";
import { reduceActivity, reducePromptAccepted } from "./activity.js";
import { reduceAuth, reduceAuthReported } from "./auth.js";
import { reduceApplicationRow, reduceApplicationRowRemoved } from "./applicationRows.js";
import { reduceTurnCancelled } from "./cancellation.js";
import * as catalog from "./catalog.js";
import { reduceCompaction, reduceCompactionSummary } from "./compactions.js";
import { reduceDisconnected, reduceConnected, reduceConnecting } from "./connection.js";
import * as elicitations from "./elicitations.js";
import { recordActivity } from "./liveness.js";
import { reduceMessage, reduceMessageChunk } from "./messages.js";
import * as permissions from "./permissions.js";
import { reducePlan, reducePlanRemoved } from "./plans.js";
import * as queue from "./queue.js";
import * as sessions from "./sessions.js";
import { reduceUsage } from "./usage.js";
import { continueReplay, reduceReplayEnded, reduceReplayStarted } from "./replay.js";
import { reduceSessionRestored } from "./restore.js";
import { reduceSessionMessage, reduceSessionMessageChunk } from "./sessionMessages.js";
import * as settings from "./settings.js";
import { reducePromptSteered, reduceSteeringSettled } from "./steering.js";
import { reduceSubagent } from "./subagents.js";
import { reduceTerminal, reduceTerminalOutput } from "./terminals.js";
import { originalTime } from "./times.js";
import { reduceToolCall, reduceToolCallContent } from "./toolCalls.js";
import { reduceCancelTimedOut, reduceTurnEnded, reduceTurnStarted } from "./turns.js";
import { reduceFileWritten } from "./writtenFiles.js";

/** Every event by its type. */
type EventsByType = { readonly [Type in AcpEvent["type"]]: EventOf<Type> };

/** The table of reducers: one for each event, or the build fails. */
export type Reducers = {
  readonly [Type in keyof EventsByType]: (
    tx: Transaction,
    event: EventsByType[Type],
    limits: Limits,
  ) => void;
};

const reducers: Reducers = {
  connecting: reduceConnecting,
  connected: reduceConnected,
  disconnected: reduceDisconnected,
  auth: reduceAuth,
  auth_reported: reduceAuthReported,
  sessions_listed: catalog.reduceSessionsListed,
  session_titled: catalog.reduceSessionTitled,
  session_archived: catalog.reduceSessionArchived,
  session_deleted: catalog.reduceSessionDeleted,
  session_read: catalog.reduceSessionRead,
  session_opened: sessions.reduceSessionOpened,
  session_restored: reduceSessionRestored,
  catalog_restored: catalog.reduceCatalogRestored,
  session_closed: sessions.reduceSessionClosed,
  session_detached: sessions.reduceSessionDetached,
  replay_started: reduceReplayStarted,
  replay_ended: reduceReplayEnded,
  replay_merged: reduceReplayMerged,
  subagent: reduceSubagent,
  session_message: reduceSessionMessage,
  session_message_chunk: reduceSessionMessageChunk,
  turn_started: reduceTurnStarted,
  turn_ended: reduceTurnEnded,
  prompt_steered: reducePromptSteered,
  steering_settled: reduceSteeringSettled,
  turn_cancelled: reduceTurnCancelled,
  cancel_timed_out: reduceCancelTimedOut,
  prompt_queued: queue.reducePromptQueued,
  prompt_unqueued: queue.reducePromptUnqueued,
  queued_prompt_edited: queue.reduceQueuedPromptEdited,
  queued_prompt_moved: queue.reduceQueuedPromptMoved,
  queued_prompt_held: queue.reduceQueuedPromptHeld,
  queue_released: queue.reduceQueueReleased,
  message_chunk: reduceMessageChunk,
  tool_call: reduceToolCall,
  tool_call_content: reduceToolCallContent,
  message: reduceMessage,
  prompt_accepted: reducePromptAccepted,
  activity: reduceActivity,
  terminal: reduceTerminal,
  terminal_output: reduceTerminalOutput,
  notice: (tx, event, limits) => sessions.reduceNotice(tx, event, limits.notices),
  compaction: reduceCompaction,
  compaction_summary: reduceCompactionSummary,
  plan: reducePlan,
  plan_removed: reducePlanRemoved,
  permission_requested: permissions.reducePermissionRequested,
  permission_left_to_user: permissions.reducePermissionLeftToUser,
  permission_settled: permissions.reducePermissionSettled,
  elicitation_requested: elicitations.reduceElicitationRequested,
  elicitation_settled: elicitations.reduceElicitationSettled,
  elicitation_completed: elicitations.reduceElicitationCompleted,
  commands: sessions.reduceCommands,
  mode: settings.reduceMode,
  config_options: settings.reduceConfigOptions,
  setting_requested: settings.reduceSettingRequested,
  setting_confirmed: settings.reduceSettingConfirmed,
  setting_refused: settings.reduceSettingRefused,
  session_info: sessions.reduceSessionInfo,
  usage: reduceUsage,
  update_meta: sessions.reduceUpdateMeta,
  file_written: reduceFileWritten,
  application_row: reduceApplicationRow,
  application_row_removed: reduceApplicationRowRemoved,
  unknown_update: (tx, event, limits) =>
    sessions.reduceUnknownUpdate(tx, event, limits.unknownUpdates),
};

/** Applies one event to the state. Every change of the state goes through here. */
export function reduce(tx: Transaction, event: AcpEvent, limits: Limits): void {
  // Not narrowed with `in`, which is slow for objects of many shapes.
  const { sessionId }: { readonly type: string; readonly sessionId?: string } = event;
  const session = tx.find(sessionId);
  if (session?.fields.replaying) continueReplay(tx, session, event);
  if (session?.fields.replayBegun) tx.at = originalTime(event) ?? event.at;
  reduceByType(tx, event.type, event, limits);
  recordActivity(tx, tx.find(sessionId), event);
}

/** Applies a part of a replay at its place in the transcript. */
function reduceReplayMerged(
  tx: Transaction,
  { part, place, at }: EventOf<"replay_merged">,
  limits: Limits,
): void {
  tx.place = place;
  tx.at = originalTime({ ...part, at }) ?? at;
  reduce(tx, { ...part, at }, limits);
}

/** Calls the reducer of an event. Generic, because the compiler loses the type of a union here. */
function reduceByType<Type extends AcpEvent["type"]>(
  tx: Transaction,
  type: Type,
  event: EventsByType[Type],
  limits: Limits,
): void {
  reducers[type](tx, event, limits);
}
