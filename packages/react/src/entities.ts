import {
  type ApplicationRow,
  type Compaction,
  type ContentBlock,
  type EntityOf,
  type Message,
  type Permission,
  selectMessageRun,
  type SessionMessage,
  type Subagent,
  type TableName,
  type Terminal,
  type ToolCall,
} from "@acp-store/core";
import { type SessionRead, targetsOf, useWatchedSession } from "./useWatched.js";

/**
 * Returns one tool call, or `undefined` until it is known. Renders again only when this call
 * changes; with a selector, only when the selected value changes.
 *
 * @example
 * ```tsx
 * function Status({ id }: { id: string }) {
 *   const status = useToolCall(id, (call) => call?.status);
 *   return <span>{status}</span>;
 * }
 * ```
 */
export function useToolCall<Value = ToolCall | undefined>(
  toolCallId: string,
  options?: SessionRead<ToolCall | undefined, Value>,
): Value {
  return useEntity("toolCalls", toolCallId, options);
}

/**
 * Returns one message by its key in the session's `messages`, which is the `id` of its timeline
 * item.
 *
 * @example
 * ```tsx
 * function Text({ id }: { id: string }) {
 *   const message = useMessage(id);
 *   return <p>{message?.content.map((block) => (block.type === "text" ? block.text : ""))}</p>;
 * }
 * ```
 */
export function useMessage<Value = Message | undefined>(
  id: string,
  options?: SessionRead<Message | undefined, Value>,
): Value {
  return useEntity("messages", id, options);
}

/**
 * Returns the content blocks of one run of a message, as a timeline item of type `message` names it.
 * Renders again only when this run changes.
 *
 * @example
 * ```tsx
 * function Text({ id, run }: { id: string; run: number }) {
 *   const blocks = useMessageRun(id, run);
 *   return <p>{blocks.map((block) => (block.type === "text" ? block.text : ""))}</p>;
 * }
 * ```
 */
export function useMessageRun<Value = readonly ContentBlock[]>(
  id: string,
  run: number,
  options?: SessionRead<readonly ContentBlock[], Value>,
): Value {
  return useWatchedSession(options, (sessionId) => ({
    targets: targetsOf(sessionId, "messages", id),
    read: (state) => selectMessageRun(state, sessionId, id, run),
  }));
}

/**
 * Returns one terminal by its `terminalId`, as tool call content of type `terminal` names it.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 *
 * @example
 * ```tsx
 * function Output({ id }: { id: string }) {
 *   return <pre>{useTerminal(id, (terminal) => terminal?.output)}</pre>;
 * }
 * ```
 */
export function useTerminal<Value = Terminal | undefined>(
  terminalId: string,
  options?: SessionRead<Terminal | undefined, Value>,
): Value {
  return useEntity("terminals", terminalId, options);
}

/**
 * Returns one permission request, pending or settled, by the `id` of its timeline item. Use
 * `usePendingPermissions` to answer the pending ones.
 *
 * @example
 * ```tsx
 * function Answer({ id }: { id: string }) {
 *   const rule = usePermission(id, (permission) => permission?.rule);
 *   return rule === undefined ? null : <small>Answered automatically ({rule})</small>;
 * }
 * ```
 */
export function usePermission<Value = Permission | undefined>(
  permissionId: string,
  options?: SessionRead<Permission | undefined, Value>,
): Value {
  return useEntity("permissions", permissionId, options);
}

/**
 * Returns one compaction of the context by the `id` of its timeline item.
 *
 * @example
 * ```tsx
 * function CompactionRow({ id }: { id: string }) {
 *   return <hr aria-label={`Compaction: ${useCompaction(id, (item) => item?.status)}`} />;
 * }
 * ```
 */
export function useCompaction<Value = Compaction | undefined>(
  compactionId: string,
  options?: SessionRead<Compaction | undefined, Value>,
): Value {
  return useEntity("compactions", compactionId, options);
}

/**
 * Returns one subagent by the `id` of its timeline item. The same id names its session, whose
 * timeline shows its work.
 *
 * @example
 * ```tsx
 * function SubagentRow({ id }: { id: string }) {
 *   return <h3>{useSubagent(id, (subagent) => subagent?.title)}</h3>;
 * }
 * ```
 */
export function useSubagent<Value = Subagent | undefined>(
  childSessionId: string,
  options?: SessionRead<Subagent | undefined, Value>,
): Value {
  return useEntity("subagents", childSessionId, options);
}

/**
 * Returns one message between two sessions by the `id` of its timeline item.
 *
 * @example
 * ```tsx
 * function SessionMessageRow({ id }: { id: string }) {
 *   return <p>From {useSessionMessage(id, (message) => message?.senderSessionId)}</p>;
 * }
 * ```
 */
export function useSessionMessage<Value = SessionMessage | undefined>(
  messageId: string,
  options?: SessionRead<SessionMessage | undefined, Value>,
): Value {
  return useEntity("sessionMessages", messageId, options);
}

/**
 * Returns one row of the application by the `id` of its timeline item.
 *
 * @example
 * ```tsx
 * function Note({ id }: { id: string }) {
 *   return <aside>{JSON.stringify(useApplicationRow(id, (row) => row?.data))}</aside>;
 * }
 * ```
 */
export function useApplicationRow<Value = ApplicationRow | undefined>(
  rowId: string,
  options?: SessionRead<ApplicationRow | undefined, Value>,
): Value {
  return useEntity("applicationRows", rowId, options);
}

function useEntity<Name extends TableName, Value>(
  table: Name,
  id: string,
  options: SessionRead<EntityOf<Name> | undefined, Value> | undefined,
): Value {
  return useWatchedSession(options, (sessionId) => ({
    targets: targetsOf(sessionId, table, id),
    read: (state) => {
      const entities: ReadonlyMap<string, unknown> | undefined =
        state.sessions.get(sessionId)?.[table];
      return entities?.get(id) as EntityOf<Name> | undefined;
    },
  }));
}
