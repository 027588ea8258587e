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
import { type MaybeRefOrGetter, toValue } from "vue";
import type { SessionOptions } from "./context.js";
import { type ReadRef, useSessionRead } from "./useRead.js";

/**
 * Returns one tool call, or `undefined` until it is known.
 */
export function useToolCall(
  toolCallId: MaybeRefOrGetter<string>,
  options?: SessionOptions,
): ReadRef<ToolCall | undefined> {
  return useSessionRead((sessionId) => toolCallRead(sessionId, toValue(toolCallId)), options);
}

/**
 * Returns one message by its key in the session's `messages`, which is the `id` of its timeline
 * item.
 */
export function useMessage(
  id: MaybeRefOrGetter<string>,
  options?: SessionOptions,
): ReadRef<Message | undefined> {
  return useSessionRead((sessionId) => messageRead(sessionId, toValue(id)), options);
}

/**
 * Returns the content blocks of one run of a message, as a timeline item of type `message` names it.
 */
export function useMessageRun(
  id: MaybeRefOrGetter<string>,
  run: MaybeRefOrGetter<number>,
  options?: SessionOptions,
): ReadRef<readonly ContentBlock[]> {
  return useSessionRead(
    (sessionId) => messageRunRead(sessionId, toValue(id), toValue(run)),
    options,
  );
}

/**
 * Returns one terminal by its `terminalId`, as tool call content of type `terminal` names it.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export function useTerminal(
  terminalId: MaybeRefOrGetter<string>,
  options?: SessionOptions,
): ReadRef<Terminal | undefined> {
  return useSessionRead((sessionId) => terminalRead(sessionId, toValue(terminalId)), options);
}

/**
 * Returns one permission request, pending or settled, by the `id` of its timeline item. Use
 * {@link usePendingPermissions} to answer the pending ones.
 */
export function usePermission(
  permissionId: MaybeRefOrGetter<string>,
  options?: SessionOptions,
): ReadRef<Permission | undefined> {
  return useSessionRead((sessionId) => permissionRead(sessionId, toValue(permissionId)), options);
}

/**
 * Returns one compaction of the context by the `id` of its timeline item.
 */
export function useCompaction(
  compactionId: MaybeRefOrGetter<string>,
  options?: SessionOptions,
): ReadRef<Compaction | undefined> {
  return useSessionRead((sessionId) => compactionRead(sessionId, toValue(compactionId)), options);
}

/**
 * Returns one subagent by the `id` of its timeline item. The same id names its session, whose
 * timeline shows its work.
 */
export function useSubagent(
  childSessionId: MaybeRefOrGetter<string>,
  options?: SessionOptions,
): ReadRef<Subagent | undefined> {
  return useSessionRead((sessionId) => subagentRead(sessionId, toValue(childSessionId)), options);
}

/**
 * Returns one message between two sessions by the `id` of its timeline item.
 */
export function useSessionMessage(
  messageId: MaybeRefOrGetter<string>,
  options?: SessionOptions,
): ReadRef<SessionMessage | undefined> {
  return useSessionRead((sessionId) => sessionMessageRead(sessionId, toValue(messageId)), options);
}

/**
 * Returns one row of the application by the `id` of its timeline item.
 */
export function useApplicationRow(
  rowId: MaybeRefOrGetter<string>,
  options?: SessionOptions,
): ReadRef<ApplicationRow | undefined> {
  return useSessionRead((sessionId) => applicationRowRead(sessionId, toValue(rowId)), options);
}
