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
import { type MaybeGetter, type SessionOptions, toValue } from "./context.js";
import { type ReadValue, useSessionRead } from "./useRead.js";

/**
 * Returns one tool call, or `undefined` until it is known.
 */
export function useToolCall(
  toolCallId: MaybeGetter<string>,
  options?: SessionOptions,
): ReadValue<ToolCall | undefined> {
  return useSessionRead(toolCallRead, () => [toValue(toolCallId)], options);
}

/**
 * Returns one message by its key in the session's `messages`, which is the `id` of its timeline
 * item.
 */
export function useMessage(
  id: MaybeGetter<string>,
  options?: SessionOptions,
): ReadValue<Message | undefined> {
  return useSessionRead(messageRead, () => [toValue(id)], options);
}

/**
 * Returns the content blocks of one run of a message, as a timeline item of type `message` names it.
 */
export function useMessageRun(
  id: MaybeGetter<string>,
  run: MaybeGetter<number>,
  options?: SessionOptions,
): ReadValue<readonly ContentBlock[]> {
  return useSessionRead(messageRunRead, () => [toValue(id), toValue(run)], options);
}

/**
 * Returns one terminal by its `terminalId`, as tool call content of type `terminal` names it.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export function useTerminal(
  terminalId: MaybeGetter<string>,
  options?: SessionOptions,
): ReadValue<Terminal | undefined> {
  return useSessionRead(terminalRead, () => [toValue(terminalId)], options);
}

/**
 * Returns one permission request, pending or settled, by the `id` of its timeline item. Use
 * {@link usePendingPermissions} to answer the pending ones.
 */
export function usePermission(
  permissionId: MaybeGetter<string>,
  options?: SessionOptions,
): ReadValue<Permission | undefined> {
  return useSessionRead(permissionRead, () => [toValue(permissionId)], options);
}

/**
 * Returns one compaction of the context by the `id` of its timeline item.
 */
export function useCompaction(
  compactionId: MaybeGetter<string>,
  options?: SessionOptions,
): ReadValue<Compaction | undefined> {
  return useSessionRead(compactionRead, () => [toValue(compactionId)], options);
}

/**
 * Returns one subagent by the `id` of its timeline item. The same id names its session, whose
 * timeline shows its work.
 */
export function useSubagent(
  childSessionId: MaybeGetter<string>,
  options?: SessionOptions,
): ReadValue<Subagent | undefined> {
  return useSessionRead(subagentRead, () => [toValue(childSessionId)], options);
}

/**
 * Returns one message between two sessions by the `id` of its timeline item.
 */
export function useSessionMessage(
  messageId: MaybeGetter<string>,
  options?: SessionOptions,
): ReadValue<SessionMessage | undefined> {
  return useSessionRead(sessionMessageRead, () => [toValue(messageId)], options);
}

/**
 * Returns one row of the application by the `id` of its timeline item.
 */
export function useApplicationRow(
  rowId: MaybeGetter<string>,
  options?: SessionOptions,
): ReadValue<ApplicationRow | undefined> {
  return useSessionRead(applicationRowRead, () => [toValue(rowId)], options);
}
