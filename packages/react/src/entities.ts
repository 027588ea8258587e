import type {
  ApplicationRow,
  Compaction,
  ContentBlock,
  Message,
  Permission,
  SessionMessage,
  Subagent,
  Terminal,
  ToolCall,
} from "@acp-store/core";
import {
  applicationRowRead,
  compactionRead,
  messageRead,
  messageRunRead,
  permissionRead,
  sessionMessageRead,
  subagentRead,
  terminalRead,
  toolCallRead,
} from "@acp-store/core/reads";
import { useSessionId } from "./context.js";
import { type SessionSelectorOrOptions, useRead } from "./useRead.js";

/**
 * Returns one tool call, or `undefined` until it is known. Renders again only when this call
 * changes; with a selector, only when the selected value changes.
 *
 * @example
 * ```tsx
 * function Phase({ id }: { id: string }) {
 *   const phase = useToolCall(id, (call) => call?.phase);
 *   return <span>{phase}</span>;
 * }
 * ```
 */
export function useToolCall<Value = ToolCall | undefined>(
  toolCallId: string,
  options?: SessionSelectorOrOptions<ToolCall | undefined, Value>,
): Value {
  return useRead(toolCallRead(useSessionId(options), toolCallId), options);
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
  options?: SessionSelectorOrOptions<Message | undefined, Value>,
): Value {
  return useRead(messageRead(useSessionId(options), id), options);
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
  options?: SessionSelectorOrOptions<readonly ContentBlock[], Value>,
): Value {
  return useRead(messageRunRead(useSessionId(options), id, run), options);
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
  options?: SessionSelectorOrOptions<Terminal | undefined, Value>,
): Value {
  return useRead(terminalRead(useSessionId(options), terminalId), options);
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
  options?: SessionSelectorOrOptions<Permission | undefined, Value>,
): Value {
  return useRead(permissionRead(useSessionId(options), permissionId), options);
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
  options?: SessionSelectorOrOptions<Compaction | undefined, Value>,
): Value {
  return useRead(compactionRead(useSessionId(options), compactionId), options);
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
  options?: SessionSelectorOrOptions<Subagent | undefined, Value>,
): Value {
  return useRead(subagentRead(useSessionId(options), childSessionId), options);
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
  options?: SessionSelectorOrOptions<SessionMessage | undefined, Value>,
): Value {
  return useRead(sessionMessageRead(useSessionId(options), messageId), options);
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
  options?: SessionSelectorOrOptions<ApplicationRow | undefined, Value>,
): Value {
  return useRead(applicationRowRead(useSessionId(options), rowId), options);
}
