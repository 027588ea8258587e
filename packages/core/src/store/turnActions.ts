import type { Committer } from "../commit/createCommitter.js";
import type { ContentBlock } from "../state/content.js";
import type { TurnError, TurnId } from "../state/entities.js";
import { rejectIfClosed } from "./ingest.js";
import type { AcpStore } from "./types.js";

/** The methods of the store that start, end and queue turns. */
export interface TurnActions
  extends Pick<
    AcpStore,
    "cancelTurn" | "endTurn" | "queuePrompt" | "releaseQueue" | "unqueuePrompt"
  > {
  /** `observedAt` is the time of a `session/prompt` seen on the wire, whose response will be too. */
  startTurn(
    sessionId: string,
    prompt: readonly ContentBlock[] | undefined,
    observedAt?: number,
  ): TurnId;
}

/** Creates the {@link TurnActions} of a store. */
export function createTurnActions(committer: Committer): TurnActions {
  const { tree, commit, commitAction, tryCommit } = committer;
  let lastPromptNumber = 0;

  const startTurn: TurnActions["startTurn"] = (sessionId, prompt, observedAt) => {
    const turns = tree.find(sessionId)?.tables.turns;
    let number = (turns?.size ?? 0) + 1;
    while (turns?.has(`turn-${number}`)) number++;
    const turnId = `turn-${number}`;
    if (rejectIfClosed(committer, sessionId, []) !== undefined) return turnId;
    const details = {
      ...(prompt && { prompt }),
      ...(observedAt !== undefined && { observed: true as const }),
    };
    tryCommit({ type: "turn_started", sessionId, turnId, ...details }, observedAt);
    return turnId;
  };

  const endTurn: AcpStore["endTurn"] = (sessionId, end) => {
    const turnId = tree.find(sessionId)?.fields.openTurns[0];
    if (turnId === undefined) return;
    const outcome =
      "error" in end ? { error: toTurnError(end.error) } : { stopReason: end.stopReason };
    commit({ type: "turn_ended", sessionId, turnId, ...outcome });
  };

  const queuePrompt: AcpStore["queuePrompt"] = (sessionId, prompt) => {
    const queue = tree.find(sessionId)?.fields.queue ?? [];
    do lastPromptNumber++;
    while (queue.some((queued) => queued.id === `prompt-${lastPromptNumber}`));
    const id = `prompt-${lastPromptNumber}`;
    if (rejectIfClosed(committer, sessionId, []) === undefined)
      commitAction({ type: "prompt_queued", sessionId, id, prompt });
    return id;
  };

  return {
    startTurn,
    endTurn,
    cancelTurn: (sessionId) => commitAction({ type: "turn_cancelled", sessionId }),
    queuePrompt,
    unqueuePrompt: (sessionId, id) => commitAction({ type: "prompt_unqueued", sessionId, id }),
    releaseQueue: (sessionId) => commitAction({ type: "queue_released", sessionId }),
  };
}

function toTurnError(error: TurnError | Error): TurnError {
  const { message, code, data }: TurnError = error;
  return { message, ...(code !== undefined && { code }), ...(data !== undefined && { data }) };
}
