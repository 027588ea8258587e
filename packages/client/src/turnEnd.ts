import type { AcpStore, Turn } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import type { PromptResult } from "./promptQueue.js";

const INTERNAL_ERROR = -32603;

/** Resolves when the newest turn of a session is over in the state. */
export async function turnEnd(store: AcpStore, sessionId: string): Promise<PromptResult> {
  const turnOf = (): ReadonlyMap<string, Turn> | undefined =>
    store.getState().sessions.get(sessionId)?.turns;
  const id = [...(turnOf()?.keys() ?? [])].at(-1);
  if (id === undefined) return { stopReason: "cancelled" };
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (isOpen(turnOf()?.get(id))) return;
      stop();
      resolve();
    };
    const stop = store.watch({ type: "entity", sessionId, table: "turns", id }, check);
    check();
  });
  return resultOf(store, turnOf()?.get(id));
}

function isOpen(turn: Turn | undefined): boolean {
  return turn?.status === "running" || turn?.status === "cancelling";
}

/** A turn that is not there any more went with its session. */
function resultOf(store: AcpStore, turn: Turn | undefined): PromptResult {
  if (turn?.error) {
    const { code = INTERNAL_ERROR, message, data } = turn.error;
    if (store.getState().connection?.status !== "ready") throw new Error(message);
    throw new RequestError(code, message, data);
  }
  return { stopReason: turn?.stopReason ?? (turn === undefined ? "cancelled" : "unknown") };
}
