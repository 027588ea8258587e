import * as reads from "@acp-store/core/reads";
import { type SessionReadHook, useSessionRead } from "./useRead.js";

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
export const useToolCall: SessionReadHook<typeof reads.toolCallRead> = (...args) =>
  useSessionRead(useToolCall, reads.toolCallRead, args);

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
export const useMessage: SessionReadHook<typeof reads.messageRead> = (...args) =>
  useSessionRead(useMessage, reads.messageRead, args);

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
export const useMessageRun: SessionReadHook<typeof reads.messageRunRead> = (...args) =>
  useSessionRead(useMessageRun, reads.messageRunRead, args);

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
export const useTerminal: SessionReadHook<typeof reads.terminalRead> = (...args) =>
  useSessionRead(useTerminal, reads.terminalRead, args);

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
export const usePermission: SessionReadHook<typeof reads.permissionRead> = (...args) =>
  useSessionRead(usePermission, reads.permissionRead, args);

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
export const useCompaction: SessionReadHook<typeof reads.compactionRead> = (...args) =>
  useSessionRead(useCompaction, reads.compactionRead, args);

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
export const useSubagent: SessionReadHook<typeof reads.subagentRead> = (...args) =>
  useSessionRead(useSubagent, reads.subagentRead, args);

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
export const useSessionMessage: SessionReadHook<typeof reads.sessionMessageRead> = (...args) =>
  useSessionRead(useSessionMessage, reads.sessionMessageRead, args);

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
export const useApplicationRow: SessionReadHook<typeof reads.applicationRowRead> = (...args) =>
  useSessionRead(useApplicationRow, reads.applicationRowRead, args);
