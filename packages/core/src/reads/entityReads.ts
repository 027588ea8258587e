import type { WatchTarget } from "../notify/watchers.js";
import { selectPlanProgress, type PlanProgress } from "../select/selectPlanProgress.js";
import { selectMessageRun, selectPlan, selectTurn } from "../select/sessions.js";
import type { ContentBlock } from "../state/content.js";
import type { Message, Plan, ToolCall, Turn } from "../state/entities.js";
import type { Permission } from "../state/requests.js";
import type {
  ApplicationRow,
  Compaction,
  SessionMessage,
  Subagent,
  Terminal,
} from "../state/sessionParts.js";
import type { EntityOf, TableName } from "../state/tables.js";
import type { StateRead } from "./stateRead.js";

/**
 * Returns a read of one tool call, `undefined` until it is known.
 *
 * @example
 * ```ts
 * const call = createReadSource(store, toolCallRead("s1", "call_1"));
 * ```
 */
export function toolCallRead(
  sessionId: string,
  toolCallId: string,
): StateRead<ToolCall | undefined> {
  return entityRead(sessionId, "toolCalls", toolCallId);
}

/** Returns a read of one message by its key in `messages`, which is the `id` of its timeline item. */
export function messageRead(sessionId: string, id: string): StateRead<Message | undefined> {
  return entityRead(sessionId, "messages", id);
}

/** Returns a read of the content blocks of one run of a message, as a timeline item names it. */
export function messageRunRead(
  sessionId: string,
  id: string,
  run: number,
): StateRead<readonly ContentBlock[]> {
  return {
    targets: targetsOf(sessionId, "messages", id),
    read: (state) => selectMessageRun(state, sessionId, id, run),
  };
}

/**
 * Returns a read of one terminal by its `terminalId`, as tool call content of type `terminal` names it.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export function terminalRead(
  sessionId: string,
  terminalId: string,
): StateRead<Terminal | undefined> {
  return entityRead(sessionId, "terminals", terminalId);
}

/**
 * Returns a read of one permission request, pending or settled, by the `id` of its timeline item. Use
 * `pendingPermissionsRead` to answer the pending ones.
 */
export function permissionRead(
  sessionId: string,
  permissionId: string,
): StateRead<Permission | undefined> {
  return entityRead(sessionId, "permissions", permissionId);
}

/** Returns a read of one compaction of the context by the `id` of its timeline item. */
export function compactionRead(
  sessionId: string,
  compactionId: string,
): StateRead<Compaction | undefined> {
  return entityRead(sessionId, "compactions", compactionId);
}

/**
 * Returns a read of one subagent by the `id` of its timeline item. The same id names its session, whose
 * timeline shows its work.
 */
export function subagentRead(
  sessionId: string,
  childSessionId: string,
): StateRead<Subagent | undefined> {
  return entityRead(sessionId, "subagents", childSessionId);
}

/** Returns a read of one message between two sessions by the `id` of its timeline item. */
export function sessionMessageRead(
  sessionId: string,
  messageId: string,
): StateRead<SessionMessage | undefined> {
  return entityRead(sessionId, "sessionMessages", messageId);
}

/** Returns a read of one row of the application by the `id` of its timeline item. */
export function applicationRowRead(
  sessionId: string,
  rowId: string,
): StateRead<ApplicationRow | undefined> {
  return entityRead(sessionId, "applicationRows", rowId);
}

/** Returns a read of a turn, without an id of the oldest open turn, or else of the last one. */
export function turnRead(sessionId: string, turnId?: string): StateRead<Turn | undefined> {
  return {
    targets: targetsOf(sessionId, "turns", turnId),
    read: (state) => selectTurn(state, sessionId, turnId),
  };
}

/** Returns a read of a plan, without an id of the most recently updated one, if there is any. */
export function planRead(sessionId: string, planId?: string): StateRead<Plan | undefined> {
  return {
    targets: targetsOf(sessionId, "plans", planId),
    read: (state) => selectPlan(state, sessionId, planId),
  };
}

/**
 * Returns a read of the progress of a plan, without an id of the most recently updated one; `undefined`
 * if there is nothing to count.
 */
export function planProgressRead(
  sessionId: string,
  planId?: string,
): StateRead<PlanProgress | undefined> {
  return {
    targets: targetsOf(sessionId, "plans", planId),
    read: (state) => selectPlanProgress(state, sessionId, planId),
  };
}

function entityRead<Name extends TableName>(
  sessionId: string,
  table: Name,
  id: string,
): StateRead<EntityOf<Name> | undefined> {
  return {
    targets: targetsOf(sessionId, table, id),
    read: (state) => {
      const entities: ReadonlyMap<string, unknown> | undefined =
        state.sessions.get(sessionId)?.[table];
      return entities?.get(id) as EntityOf<Name> | undefined;
    },
  };
}

/**
 * Returns the targets of one entity, or without an id of an entity that the state selects, such as
 * the most recently updated plan.
 */
function targetsOf(
  sessionId: string,
  table: TableName,
  id: string | undefined,
): readonly WatchTarget[] {
  if (id !== undefined) return [{ type: "entity", sessionId, table, id }];
  return [
    { type: "table", sessionId, table },
    { type: "ids", sessionId, table },
  ];
}
