import { selectTurn, type Turn } from "@acp-store/core";
import { type SessionOption, useSessionId } from "./context.js";
import { useWatched, whole } from "./useWatched.js";

/**
 * A turn: the one with this id, or the one that runs, or else the last one.
 *
 * @example
 * ```tsx
 * function LastError() {
 *   const turn = useTurn();
 *   return turn?.error ? <p role="alert">{turn.error.message}</p> : null;
 * }
 * ```
 */
export function useTurn(turnId?: string, options?: SessionOption): Turn | undefined {
  const sessionId = useSessionId(options);
  const targets =
    turnId === undefined
      ? [{ sessionId, table: "turns" } as const, { sessionId, field: "openTurns" } as const]
      : [{ sessionId, table: "turns", id: turnId } as const];
  return useWatched(targets, (state) => selectTurn(state, sessionId, turnId), whole);
}
