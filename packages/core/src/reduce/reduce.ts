import type { Transaction } from "../commit/transaction.js";
import type { AcpEvent, EventOf } from "../events/event.js";
import type { Limits } from "../limits.js";
import { reduceActivity, reducePromptAccepted } from "./activity.js";
import { reduceCompaction, reduceCompactionSummary } from "./compactions.js";
import { disconnect, reduceConnected, reduceConnecting } from "./connection.js";
import { completeElicitation, requestElicitation, settleElicitation } from "./elicitations.js";
import { reduceMessage, reduceMessageChunk } from "./messages.js";
import { requestPermission, settlePermission } from "./permissions.js";
import { reducePlan, removePlan } from "./plans.js";
import { queuePrompt, releaseQueue, unqueuePrompt } from "./queue.js";
import {
  closeSession,
  detachSession,
  keepUnknownUpdate,
  openSession,
  reduceCommands,
  reduceConfigOptions,
  reduceMode,
  reduceNotice,
  reduceSessionInfo,
  reduceUsage,
} from "./sessions.js";
import { beginTranscript, endReplay, startReplay } from "./replay.js";
import { reduceSessionMessage, reduceSessionMessageChunk } from "./sessionMessages.js";
import { reduceSubagent } from "./subagents.js";
import { reduceTerminal, reduceTerminalOutput } from "./terminals.js";
import { reduceToolCall, reduceToolCallContent } from "./toolCalls.js";
import { cancelTurns, endTurn, startTurn } from "./turns.js";

type Reducers = {
  readonly [Type in AcpEvent["type"]]: (
    tx: Transaction,
    event: EventOf<Type>,
    limits: Limits,
  ) => void;
};

const reducers: Reducers = {
  connecting: reduceConnecting,
  connected: reduceConnected,
  disconnected: disconnect,
  session_opened: openSession,
  session_closed: closeSession,
  session_detached: detachSession,
  replay_started: startReplay,
  replay_ended: endReplay,
  subagent: reduceSubagent,
  session_message: reduceSessionMessage,
  session_message_chunk: reduceSessionMessageChunk,
  turn_started: startTurn,
  turn_ended: endTurn,
  turn_cancelled: cancelTurns,
  prompt_queued: queuePrompt,
  prompt_unqueued: unqueuePrompt,
  queue_released: releaseQueue,
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
  plan_removed: removePlan,
  permission_requested: requestPermission,
  permission_settled: settlePermission,
  elicitation_requested: requestElicitation,
  elicitation_settled: settleElicitation,
  elicitation_completed: completeElicitation,
  commands: reduceCommands,
  mode: reduceMode,
  config_options: reduceConfigOptions,
  session_info: reduceSessionInfo,
  usage: reduceUsage,
  unknown_update: (tx, event, limits) => keepUnknownUpdate(tx, event, limits.unknownUpdates),
};

/** Applies one event. Everything that changes state goes through here. */
export function reduce(tx: Transaction, event: AcpEvent, limits: Limits): void {
  const reducer = reducers[event.type] as (
    tx: Transaction,
    event: AcpEvent,
    limits: Limits,
  ) => void;
  beginTranscript(tx, event);
  reducer(tx, event, limits);
}
