import { type ActiveLocation, selectActiveLocation } from "@acp-store/core";
import { type SessionOption, useSessionId } from "./context.js";
import { useWatched, whole } from "./useWatched.js";

/**
 * Where the agent works, to follow along: `path`, and where the agent names it the 1-based `line`.
 * The same object until the place changes.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#following-the-agent}
 *
 * @example
 * ```tsx
 * function Follow({ reveal }: { reveal(path: string, line?: number): void }) {
 *   const place = useActiveLocation();
 *   useEffect(() => {
 *     if (place) reveal(place.path, place.line);
 *   }, [place, reveal]);
 *   return null;
 * }
 * ```
 */
export function useActiveLocation(options?: SessionOption): ActiveLocation | undefined {
  const sessionId = useSessionId(options);
  return useWatched(
    [{ sessionId, table: "toolCalls" }],
    (state) => selectActiveLocation(state, sessionId),
    whole,
  );
}
