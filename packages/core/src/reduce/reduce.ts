import type { Transaction } from "../commit/transaction.js";
import type { AcpEvent, EventOf } from "../events/event.js";
import type { Limits } from "../limits.js";
import { reduceActivity, reducePromptAccepted } from "./activity.js";
import { reduceAuth, reduceAuthReported } from "./auth.js";
import { reduceApplicationRow, reduceApplicationRowRemoved } from "./applicationRows.js";
import { reduceTurnCancelled } from "./cancellation.js";
import {
  reduceCatalogRestored,
  reduceSessionArchived,
  reduceSessionDeleted,
  reduceSessionRead,
  reduceSessionsListed,
  reduceSessionTitled,
} from "./catalog.js";
import { reduceCompaction, reduceCompactionSummary } from "./compactions.js";
import { reduceDisconnected, reduceConnected, reduceConnecting } from "./connection.js";
import {
  reduceElicitationCompleted,
  reduceElicitationRequested,
  reduceElicitationSettled,
} from "./elicitations.js";
import { recordActivity } from "./liveness.js";
import { reduceMessage, reduceMessageChunk } from "./messages.js";
import {
  reducePermissionLeftToUser,
  reducePermissionRequested,
  reducePermissionSettled,
} from "./permissions.js";
import { reducePlan, reducePlanRemoved } from "./plans.js";
import {
  reducePromptQueued,
  reducePromptUnqueued,
  reduceQueuedPromptEdited,
  reduceQueuedPromptHeld,
  reduceQueuedPromptMoved,
  reduceQueueReleased,
} from "./queue.js";
import {
  reduceSessionClosed,
  reduceSessionDetached,
  reduceUnknownUpdate,
  reduceUpdateMeta,
  reduceSessionOpened,
  reduceCommands,
  reduceNotice,
  reduceSessionInfo,
} from "./sessions.js";
import { reduceUsage } from "./usage.js";
import { continueReplay, reduceReplayEnded, reduceReplayStarted } from "./replay.js";
import { reduceSessionRestored } from "./restore.js";
import { reduceSessionMessage, reduceSessionMessageChunk } from "./sessionMessages.js";
import {
  reduceConfigOptions,
  reduceMode,
  reduceSettingConfirmed,
  reduceSettingRefused,
  reduceSettingRequested,
} from "./settings.js";
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
  sessions_listed: reduceSessionsListed,
  session_titled: reduceSessionTitled,
  session_archived: reduceSessionArchived,
  session_deleted: reduceSessionDeleted,
  session_read: reduceSessionRead,
  session_opened: reduceSessionOpened,
  session_restored: reduceSessionRestored,
  catalog_restored: reduceCatalogRestored,
  session_closed: reduceSessionClosed,
  session_detached: reduceSessionDetached,
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
  prompt_queued: reducePromptQueued,
  prompt_unqueued: reducePromptUnqueued,
  queued_prompt_edited: reduceQueuedPromptEdited,
  queued_prompt_moved: reduceQueuedPromptMoved,
  queued_prompt_held: reduceQueuedPromptHeld,
  queue_released: reduceQueueReleased,
  message_chunk: reduceMessageChunk,
  tool_call: reduceToolCall,
  tool_call_content: reduceToolCallContent,
  message: reduceMessage,
  prompt_accepted: reducePromptAccepted,
  activity: reduceActivity,
  terminal: reduceTerminal,
  terminal_output: reduceTerminalOutput,
  notice: (tx, event, limits) => reduceNotice(tx, event, limits.notices),
  compaction: reduceCompaction,
  compaction_summary: reduceCompactionSummary,
  plan: reducePlan,
  plan_removed: reducePlanRemoved,
  permission_requested: reducePermissionRequested,
  permission_left_to_user: reducePermissionLeftToUser,
  permission_settled: reducePermissionSettled,
  elicitation_requested: reduceElicitationRequested,
  elicitation_settled: reduceElicitationSettled,
  elicitation_completed: reduceElicitationCompleted,
  commands: reduceCommands,
  mode: reduceMode,
  config_options: reduceConfigOptions,
  setting_requested: reduceSettingRequested,
  setting_confirmed: reduceSettingConfirmed,
  setting_refused: reduceSettingRefused,
  session_info: reduceSessionInfo,
  usage: reduceUsage,
  update_meta: reduceUpdateMeta,
  file_written: reduceFileWritten,
  application_row: reduceApplicationRow,
  application_row_removed: reduceApplicationRowRemoved,
  unknown_update: (tx, event, limits) => reduceUnknownUpdate(tx, event, limits.unknownUpdates),
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
