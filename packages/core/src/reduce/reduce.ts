import type { Transaction } from "../commit/transaction.js";
import type { AcpEvent, EventOf } from "../events/event.js";
import type { Limits } from "../limits.js";
import { reduceMessageChunk } from "./messages.js";
import { requestPermission, settlePermission } from "./permissions.js";
import { reducePlan } from "./plans.js";
import {
  closeSession,
  disconnect,
  keepUnknownUpdate,
  openSession,
  reduceCommands,
  reduceConfigOptions,
  reduceConnected,
  reduceMode,
  reduceSessionInfo,
  reduceUsage,
} from "./sessions.js";
import { reduceToolCall } from "./toolCalls.js";
import { cancelTurns, endTurn, startTurn } from "./turns.js";

type Reducers = {
  readonly [Type in AcpEvent["type"]]: (
    tx: Transaction,
    event: EventOf<Type>,
    limits: Limits,
  ) => void;
};

const reducers: Reducers = {
  connected: reduceConnected,
  disconnected: disconnect,
  session_opened: openSession,
  session_closed: closeSession,
  turn_started: startTurn,
  turn_ended: endTurn,
  turn_cancelled: cancelTurns,
  message_chunk: reduceMessageChunk,
  tool_call: reduceToolCall,
  plan: reducePlan,
  permission_requested: requestPermission,
  permission_settled: settlePermission,
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
  reducer(tx, event, limits);
}
