import type { AcpStore, ContentBlock, PromptDisplay, SessionId } from "@acp-store/core";
import { findSteeringMethod, type SteerResult } from "@acp-store/core/actions";
import { isObject } from "./isObject.js";
import type { PromptQueue } from "./promptQueue.js";
import type { WithRpc } from "./sessionRequests.js";

/** The parts of a connection that steering uses. */
interface SteeringParts {
  readonly store: AcpStore;
  readonly queue: PromptQueue;
  readonly withRpc: WithRpc;
  /** Returns the content blocks to send for a message. */
  readonly prepare: (
    sessionId: SessionId,
    blocks: readonly ContentBlock[],
  ) => Promise<readonly ContentBlock[]>;
}

/** Asks the agent to leave a message to the client if no turn is running. */
const PARAMS_META = { steering: { idleBehavior: "promptRequired" } };

/** The agent's answers that are a result for the caller. Any other is a failure. */
const OUTCOMES: ReadonlyMap<unknown, SteerResult["outcome"]> = new Map([
  ["injected", "injected"],
  ["startedNewTurn", "started_turn"],
]);

/** Creates the function that sends messages into running turns. */
export function createSteering({ store, queue, withRpc, prepare }: SteeringParts) {
  async function sendAsPrompt(
    sessionId: SessionId,
    prompt: readonly ContentBlock[],
    { display }: PromptDisplay,
    isPrepared: boolean,
  ): Promise<SteerResult> {
    if (queue.isBusy(sessionId)) return addToQueue(sessionId, prompt, { display });
    await queue.start(sessionId, { prompt, isPrepared, ...(display && { display }) });
    return { outcome: "prompted" };
  }

  function addToQueue(
    sessionId: SessionId,
    prompt: readonly ContentBlock[],
    options: PromptDisplay,
  ): SteerResult {
    queue.addSession(sessionId);
    return { outcome: "queued", id: store.queuePrompt(sessionId, prompt, options) };
  }

  function hasTurn(sessionId: SessionId): boolean {
    const session = store.getState().sessions.get(sessionId);
    return queue.isBusy(sessionId) || (session?.openTurns.length ?? 0) > 0;
  }

  return async (
    sessionId: SessionId,
    prompt: readonly ContentBlock[],
    options: PromptDisplay = {},
  ): Promise<SteerResult> => {
    if (!hasTurn(sessionId)) return sendAsPrompt(sessionId, prompt, options, false);
    const method = findSteeringMethod(store.getState());
    if (method === undefined) return addToQueue(sessionId, prompt, options);
    const blocks = await prepare(sessionId, prompt);
    const answer = await withRpc((rpc) => {
      if (options.display !== undefined) store.expectPrompt(sessionId, blocks, options);
      return rpc.request<unknown>(method, { sessionId, prompt: blocks, _meta: PARAMS_META });
    });
    const outcome = isObject(answer) ? answer["outcome"] : undefined;
    if (outcome === "promptRequired") return sendAsPrompt(sessionId, blocks, options, true);
    return { outcome: OUTCOMES.get(outcome) ?? "failed" };
  };
}
