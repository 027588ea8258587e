import { type Session, selectSessions } from "@acp-store/core";
import { type CompareOption, selectionOf } from "./selection.js";
import { useWatched } from "./useWatched.js";

/**
 * The sessions that are not closed, in first-seen order, or what a selector picks of each. Without a
 * selector every change in any session renders again: pick what you show, or map `useSessionIds` to
 * rows that each read their own session.
 *
 * @example
 * ```tsx
 * function Titles() {
 *   return useSessions((session) => session.info.title ?? "New session").join(", ");
 * }
 * ```
 */
export function useSessions(): readonly Session[];
export function useSessions<Value>(
  selector: (session: Session) => Value,
  options?: CompareOption<Value>,
): readonly Value[];
export function useSessions<Value>(
  selector?: (session: Session) => Value,
  options?: CompareOption<Value>,
): readonly Value[] {
  const { select, compare = Object.is } = selectionOf<Session, Value>(selector, options);
  return useWatched(
    [{ sessions: "all" }],
    selectSessions,
    (sessions) => sessions.map(select),
    (a, b) => a.length === b.length && a.every((item, index) => compare(item, b[index] as Value)),
  );
}
