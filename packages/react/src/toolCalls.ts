import * as reads from "@acp-store/core/reads";
import { type SessionReadHook, useSessionRead } from "./useRead.js";

/**
 * Returns the tool calls of a session in first-seen order, or those that a filter accepts. The
 * list keeps its reference until one of the listed calls changes.
 *
 * @example
 * ```tsx
 * function EditCount() {
 *   return <b>{useToolCalls((call) => call.kind === "edit").length}</b>;
 * }
 * ```
 */
export const useToolCalls: SessionReadHook<typeof reads.toolCallsRead> = (...args) =>
  useSessionRead(useToolCalls, reads.toolCallsRead, args);

/**
 * Returns the ids of the tool calls in first-seen order. Renders again only when a call is added
 * or removed: map the ids to rows that use `useToolCall`, and an update renders only its row.
 *
 * @example
 * ```tsx
 * function ToolCallList() {
 *   return useToolCallIds().map((id) => <ToolCallRow key={id} id={id} />);
 * }
 * ```
 */
export const useToolCallIds: SessionReadHook<typeof reads.toolCallIdsRead> = (...args) =>
  useSessionRead(useToolCallIds, reads.toolCallIdsRead, args);

/**
 * Returns the file and line that the agent works at, so that an editor can follow: a `path` and,
 * if the agent reports it, the 1-based `line`. The object keeps its reference until the location
 * changes.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#following-the-agent}
 *
 * @example
 * ```tsx
 * function Follow({ reveal }: { reveal(path: string, line?: number): void }) {
 *   const location = useActiveLocation();
 *   useEffect(() => {
 *     if (location) reveal(location.path, location.line);
 *   }, [location, reveal]);
 *   return null;
 * }
 * ```
 */
export const useActiveLocation: SessionReadHook<typeof reads.activeLocationRead> = (...args) =>
  useSessionRead(useActiveLocation, reads.activeLocationRead, args);

/**
 * Returns the files that the agent changed, in first-seen order, with their numbers of added and
 * removed lines. The list and each file in it keep their references until they change.
 *
 * @example
 * ```tsx
 * function Changes() {
 *   return useChangedFiles().map(({ path, added, removed }) => (
 *     <li key={path}>
 *       {path} +{added} −{removed}
 *     </li>
 *   ));
 * }
 * ```
 */
export const useChangedFiles: SessionReadHook<typeof reads.changedFilesRead> = (...args) =>
  useSessionRead(useChangedFiles, reads.changedFilesRead, args);
