import { type AcpState, type SessionAttention, selectAttention } from "@acp-store/core";
import { type CompareOption, selectionOf } from "./selection.js";
import { useWatched } from "./useWatched.js";

type Attention = readonly SessionAttention[];

/**
 * What waits for the user in all sessions, the session with the oldest request first, or what a
 * selector picks of it. Renders again only when a request comes or is settled.
 *
 * @example
 * ```tsx
 * function Badge({ sessionId }: { sessionId: string }) {
 *   const waits = useAttention((all) => all.some((item) => item.sessionId === sessionId));
 *   return waits ? <b>waits for you</b> : null;
 * }
 * ```
 */
export function useAttention(): Attention;
export function useAttention<Value>(
  selector: (attention: Attention) => Value,
  options?: CompareOption<Value>,
): Value;
export function useAttention<Value>(
  selector?: (attention: Attention) => Value,
  options?: CompareOption<Value>,
): Value {
  const { select, compare } = selectionOf<Attention, Value>(selector, options);
  return useWatched(
    [{ table: "permissions" }, { state: "elicitations" }, { sessions: "ids" }],
    (state: AcpState) => selectAttention(state),
    select,
    compare,
  );
}
