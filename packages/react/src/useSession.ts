import { type Session, selectSession, selectSessions } from "@acp-store/core";
import { type SessionOption, useSessionId } from "./context.js";
import { type SelectOptions, selectionOf } from "./selection.js";
import { sameItems, useWatched } from "./useWatched.js";

/**
 * The session, or what a selector picks of it. Without a selector every change in the session
 * renders again: pick what you show.
 *
 * @example
 * ```tsx
 * function StopButton() {
 *   const busy = useSession((session) => session?.activity !== "idle");
 *   return <button disabled={!busy}>Stop</button>;
 * }
 * ```
 */
export function useSession(): Session | undefined;
export function useSession<Value>(
  selector: (session: Session | undefined) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useSession(options: SessionOption): Session | undefined;
export function useSession<Value>(
  selectOrOptions?: ((session: Session | undefined) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  const { select, compare, option } = selectionOf(selectOrOptions, options);
  const sessionId = useSessionId(option);
  return useWatched([{ sessionId }], (state) => selectSession(state, sessionId), select, compare);
}

/**
 * The ids of the sessions that are not closed. Renders again when a session is opened or closed.
 *
 * @example
 * ```tsx
 * function Tabs() {
 *   return useSessionIds().map((id) => <Tab key={id} sessionId={id} />);
 * }
 * ```
 */
export function useSessionIds(): readonly string[] {
  return useWatched([{ sessions: "ids" }], selectSessions, idsOf, sameItems);
}

function idsOf(sessions: readonly Session[]): readonly string[] {
  return sessions.map((session) => session.sessionId);
}
