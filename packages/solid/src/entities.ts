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
import type { Accessor } from "solid-js";
import { access, type MaybeAccessor, type SessionOptions } from "./context.js";
import { useSessionRead } from "./useRead.js";

/**
 * Returns one tool call, or `undefined` until it is known.
 */
export function useToolCall(
  toolCallId: MaybeAccessor<string>,
  options?: SessionOptions,
): Accessor<ToolCall | undefined> {
  return useSessionRead((sessionId) => toolCallRead(sessionId, access(toolCallId)), options);
}

/**
 * Returns one message by its key in the session's `messages`, which is the `id` of its timeline
 * item.
 */
export function useMessage(
  id: MaybeAccessor<string>,
  options?: SessionOptions,
): Accessor<Message | undefined> {
  return useSessionRead((sessionId) => messageRead(sessionId, access(id)), options);
}

/**
 * Returns the content blocks of one run of a message, as a timeline item of type `message` names it.
 */
export function useMessageRun(
  id: MaybeAccessor<string>,
  run: MaybeAccessor<number>,
  options?: SessionOptions,
): Accessor<readonly ContentBlock[]> {
  return useSessionRead((sessionId) => messageRunRead(sessionId, access(id), access(run)), options);
}

/**
 * Returns one terminal by its `terminalId`, as tool call content of type `terminal` names it.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export function useTerminal(
  terminalId: MaybeAccessor<string>,
  options?: SessionOptions,
): Accessor<Terminal | undefined> {
  return useSessionRead((sessionId) => terminalRead(sessionId, access(terminalId)), options);
}

/**
 * Returns one permission request, pending or settled, by the `id` of its timeline item. Use
 * {@link usePendingPermissions} to answer the pending ones.
 */
export function usePermission(
  permissionId: MaybeAccessor<string>,
  options?: SessionOptions,
): Accessor<Permission | undefined> {
  return useSessionRead((sessionId) => permissionRead(sessionId, access(permissionId)), options);
}

/**
 * Returns one compaction of the context by the `id` of its timeline item.
 */
export function useCompaction(
  compactionId: MaybeAccessor<string>,
  options?: SessionOptions,
): Accessor<Compaction | undefined> {
  return useSessionRead((sessionId) => compactionRead(sessionId, access(compactionId)), options);
}

/**
 * Returns one subagent by the `id` of its timeline item. The same id names its session, whose
 * timeline shows its work.
 */
export function useSubagent(
  childSessionId: MaybeAccessor<string>,
  options?: SessionOptions,
): Accessor<Subagent | undefined> {
  return useSessionRead((sessionId) => subagentRead(sessionId, access(childSessionId)), options);
}

/**
 * Returns one message between two sessions by the `id` of its timeline item.
 */
export function useSessionMessage(
  messageId: MaybeAccessor<string>,
  options?: SessionOptions,
): Accessor<SessionMessage | undefined> {
  return useSessionRead((sessionId) => sessionMessageRead(sessionId, access(messageId)), options);
}

/**
 * Returns one row of the application by the `id` of its timeline item.
 */
export function useApplicationRow(
  rowId: MaybeAccessor<string>,
  options?: SessionOptions,
): Accessor<ApplicationRow | undefined> {
  return useSessionRead((sessionId) => applicationRowRead(sessionId, access(rowId)), options);
}
