import type { AcpStore, Turn } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import type { PromptResult } from "./promptQueue.js";

/** The JSON-RPC code of an internal error. */
const INTERNAL_ERROR = -32603;

/**
 * Resolves with the stop reason when the newest turn of a session ends in the state.
 *
 * @throws RequestError if the turn failed, or Error if it failed because the connection was lost.
 */
export async function waitForTurnEnd(store: AcpStore, sessionId: string): Promise<PromptResult> {
  const getTurns = (): ReadonlyMap<string, Turn> | undefined =>
    store.getState().sessions.get(sessionId)?.turns;
  const turnId = [...(getTurns()?.keys() ?? [])].at(-1);
  if (turnId === undefined) return { stopReason: "cancelled" };
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (isTurnOpen(getTurns()?.get(turnId))) return;
      unwatch();
      resolve();
    };
    const unwatch = store.watch({ type: "entity", sessionId, table: "turns", id: turnId }, check);
    check();
  });
  return getPromptResult(store, getTurns()?.get(turnId));
}

function isTurnOpen(turn: Turn | undefined): boolean {
  return turn?.status === "running" || turn?.status === "cancelling";
}

/** A turn is missing if its session was closed, so it counts as cancelled. */
function getPromptResult(store: AcpStore, turn: Turn | undefined): PromptResult {
  if (turn?.error) {
    const { code = INTERNAL_ERROR, message, data } = turn.error;
    if (store.getState().connection?.status !== "ready") throw new Error(message);
    throw new RequestError(code, message, data);
  }
  return { stopReason: turn?.stopReason ?? (turn === undefined ? "cancelled" : "unknown") };
}
