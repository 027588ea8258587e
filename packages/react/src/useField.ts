import type { AcpState, SessionField, SessionFields } from "@acp-store/core";
import { type SessionOption, useSessionId } from "./context.js";
import { type SelectOptions, selectionOf } from "./selection.js";
import { useWatched } from "./useWatched.js";

/** The one empty list: the same for all sessions, also for those that are not known yet. */
export const NOTHING: readonly never[] = Object.freeze([]);

/** One field of a session, or what a selector picks of it; `empty` where there is nothing. */
export function useField<Name extends SessionField, Empty, Value>(
  field: Name,
  empty: Empty,
  selectOrOptions: ((value: SessionFields[Name] | Empty) => Value) | SessionOption | undefined,
  options: SelectOptions<Value> | undefined,
): Value {
  const { select, compare, option } = selectionOf(selectOrOptions, options);
  const sessionId = useSessionId(option);
  const read = (state: AcpState): SessionFields[Name] | Empty => {
    const value = state.sessions.get(sessionId)?.[field];
    return value === undefined || (Array.isArray(value) && value.length === 0) ? empty : value;
  };
  return useWatched([{ sessionId, field }], read, select, compare);
}
