import { selectTimeline, type TimelineItem } from "@acp-store/core";
import { type SessionOption, useSessionId } from "./context.js";
import { useWatched, whole } from "./useWatched.js";

/**
 * What the conversation shows, in first-seen order. Renders again only when an item is added, so
 * map it to rows that each read their own entity.
 *
 * @example
 * ```tsx
 * function Conversation() {
 *   return useTimeline().map((item) =>
 *     item.type === "message" ? <MessageRow key={item.id} id={item.id} /> : null,
 *   );
 * }
 * ```
 */
export function useTimeline(options?: SessionOption): readonly TimelineItem[] {
  const sessionId = useSessionId(options);
  return useWatched(
    [{ sessionId, field: "timeline" }],
    (state) => selectTimeline(state, sessionId),
    whole,
  );
}
