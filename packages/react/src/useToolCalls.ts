import { selectToolCalls, type ToolCall } from "@acp-store/core";
import { useCallback } from "react";
import { type SessionOption, useSessionId } from "./context.js";
import { sameItems, useWatched } from "./useWatched.js";

/**
 * The tool calls of a session in first-seen order, or those that a filter lets through. The same
 * list until one of the listed calls changes.
 *
 * @example
 * ```tsx
 * const isEdit = (call: ToolCall) => call.kind === "edit";
 *
 * function EditCount() {
 *   return <b>{useToolCalls(isEdit).length}</b>;
 * }
 * ```
 */
export function useToolCalls(
  filter?: (call: ToolCall) => boolean,
  options?: SessionOption,
): readonly ToolCall[] {
  const sessionId = useSessionId(options);
  const select = useCallback(
    (calls: readonly ToolCall[]) => (filter === undefined ? calls : calls.filter(filter)),
    [filter],
  );
  return useWatched(
    [{ sessionId, table: "toolCalls" }],
    (state) => selectToolCalls(state, sessionId),
    select,
    sameItems,
  );
}

/**
 * The ids of the tool calls in first-seen order. Renders again only when a call comes or goes:
 * map them to rows that use `useToolCall`, and an update renders its row alone.
 *
 * @example
 * ```tsx
 * function ToolCallList() {
 *   return useToolCallIds().map((id) => <ToolCallRow key={id} id={id} />);
 * }
 * ```
 */
export function useToolCallIds(options?: SessionOption): readonly string[] {
  const sessionId = useSessionId(options);
  return useWatched(
    [{ sessionId, ids: "toolCalls" }],
    (state) => state.sessions.get(sessionId)?.toolCalls,
    idsOf,
    sameItems,
  );
}

function idsOf(calls: ReadonlyMap<string, unknown> | undefined): readonly string[] {
  return calls === undefined ? [] : [...calls.keys()];
}
