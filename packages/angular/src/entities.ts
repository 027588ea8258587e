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
import type { Signal } from "@angular/core";
import { type MaybeGetter, type SessionOptions, toValue } from "./context.js";
import { injectSessionRead } from "./injectRead.js";

/**
 * Returns one tool call, or `undefined` until it is known.
 */
export function injectToolCall(
  toolCallId: MaybeGetter<string>,
  options?: SessionOptions,
): Signal<ToolCall | undefined> {
  return injectSessionRead((sessionId) => toolCallRead(sessionId, toValue(toolCallId)), options);
}

/**
 * Returns one message by its key in the session's `messages`, which is the `id` of its timeline
 * item.
 */
export function injectMessage(
  id: MaybeGetter<string>,
  options?: SessionOptions,
): Signal<Message | undefined> {
  return injectSessionRead((sessionId) => messageRead(sessionId, toValue(id)), options);
}

/**
 * Returns the content blocks of one run of a message, as a timeline item of type `message` names it.
 */
export function injectMessageRun(
  id: MaybeGetter<string>,
  run: MaybeGetter<number>,
  options?: SessionOptions,
): Signal<readonly ContentBlock[]> {
  return injectSessionRead(
    (sessionId) => messageRunRead(sessionId, toValue(id), toValue(run)),
    options,
  );
}

/**
 * Returns one terminal by its `terminalId`, as tool call content of type `terminal` names it.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export function injectTerminal(
  terminalId: MaybeGetter<string>,
  options?: SessionOptions,
): Signal<Terminal | undefined> {
  return injectSessionRead((sessionId) => terminalRead(sessionId, toValue(terminalId)), options);
}

/**
 * Returns one permission request, pending or settled, by the `id` of its timeline item. Use
 * {@link injectPendingPermissions} to answer the pending ones.
 */
export function injectPermission(
  permissionId: MaybeGetter<string>,
  options?: SessionOptions,
): Signal<Permission | undefined> {
  return injectSessionRead(
    (sessionId) => permissionRead(sessionId, toValue(permissionId)),
    options,
  );
}

/**
 * Returns one compaction of the context by the `id` of its timeline item.
 */
export function injectCompaction(
  compactionId: MaybeGetter<string>,
  options?: SessionOptions,
): Signal<Compaction | undefined> {
  return injectSessionRead(
    (sessionId) => compactionRead(sessionId, toValue(compactionId)),
    options,
  );
}

/**
 * Returns one subagent by the `id` of its timeline item. The same id names its session, whose
 * timeline shows its work.
 */
export function injectSubagent(
  childSessionId: MaybeGetter<string>,
  options?: SessionOptions,
): Signal<Subagent | undefined> {
  return injectSessionRead(
    (sessionId) => subagentRead(sessionId, toValue(childSessionId)),
    options,
  );
}

/**
 * Returns one message between two sessions by the `id` of its timeline item.
 */
export function injectSessionMessage(
  messageId: MaybeGetter<string>,
  options?: SessionOptions,
): Signal<SessionMessage | undefined> {
  return injectSessionRead(
    (sessionId) => sessionMessageRead(sessionId, toValue(messageId)),
    options,
  );
}

/**
 * Returns one row of the application by the `id` of its timeline item.
 */
export function injectApplicationRow(
  rowId: MaybeGetter<string>,
  options?: SessionOptions,
): Signal<ApplicationRow | undefined> {
  return injectSessionRead((sessionId) => applicationRowRead(sessionId, toValue(rowId)), options);
}
