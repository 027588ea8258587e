import {
  type AcpStore,
  selectRetry,
  selectTurn,
  type SessionId,
  type TurnId,
} from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import { CANCELLED, type PromptQueue, type PromptResult } from "./promptQueue.js";

/** Sends the prompts of failed turns again. */
export interface Retries {
  /**
   * Sends the prompt of a failed turn again. Another call for the same turn sends nothing, whatever window
   * it comes from. Resolves when the new turn ends.
   */
  retryTurn(sessionId: SessionId, turnId: TurnId): Promise<PromptResult>;
  /** Remembers the newest turn of a session if the agent refused its prompt because of a missing sign-in. */
  recordFailure(sessionId: SessionId, error: unknown): void;
  /** Sends the prompts again that were refused because of a missing sign-in, each once. */
  retryRefused(): void;
}

/** The JSON-RPC error code of a request that needs a sign-in. */
const AUTH_REQUIRED = -32000;

/** Creates the retries of a connection. */
export function createRetries(store: AcpStore, queue: PromptQueue): Retries {
  /** The retries that have not ended, because the turn of a new one is not in the state yet. */
  const running = new Map<TurnId, Promise<PromptResult>>();
  const refused = new Map<SessionId, TurnId>();

  async function retryTurn(sessionId: SessionId, turnId: TurnId): Promise<PromptResult> {
    const known = running.get(turnId);
    if (known !== undefined) return known;
    const retry = selectRetry(store.getState(), sessionId, turnId);
    if (retry === undefined || queue.isBusy(sessionId)) return CANCELLED;
    const { isAnswered: _, ...prompt } = retry;
    const result = queue.run(sessionId, { ...prompt, retryOf: turnId });
    running.set(turnId, result);
    try {
      return await result;
    } finally {
      running.delete(turnId);
    }
  }

  return {
    retryTurn,
    recordFailure(sessionId, error) {
      const turn = selectTurn(store.getState(), sessionId);
      if (!(error instanceof RequestError) || error.code !== AUTH_REQUIRED) return;
      if (turn !== undefined) refused.set(sessionId, turn.turnId);
    },
    retryRefused() {
      const turns = [...refused];
      refused.clear();
      // The state has the outcome of each turn.
      for (const [sessionId, turnId] of turns) retryTurn(sessionId, turnId).catch(() => {});
    },
  };
}
