import type { Committer } from "../commit/createCommitter.js";
import type { AcpEventBody, EventOf } from "../events/event.js";
import { presentFields } from "../json.js";
import type { ContentBlock } from "../state/content.js";
import type { TurnError, TurnId } from "../state/entities.js";
import { madeUpKey } from "../reduce/messageKey.js";
import type { CreateId } from "./createIds.js";
import type { Replays } from "../merge/createReplays.js";
import { rejectIfClosed } from "./rejectIfClosed.js";
import type { ExpectedPromptOptions, QueueActions } from "./queueActions.js";
import type { AcpStore } from "./types.js";

/** The methods of the store that start, end and queue turns. */
export interface TurnActions
  extends QueueActions,
    Pick<AcpStore, "cancelTurn" | "endCancelledTurns" | "endTurn" | "startTurn"> {
  /** Starts the turn of a `session/prompt` seen on the wire. Its response will be seen too. */
  startObservedTurn(
    sessionId: string,
    prompt: readonly ContentBlock[] | undefined,
    options: ExpectedPromptOptions,
    at: number,
  ): TurnId;
  /**
   * Shows the message of a `_session/steering` seen on the wire. Returns its id, and the id of the turn that it
   * starts if none is running.
   */
  steerObservedTurn(
    sessionId: string,
    prompt: readonly ContentBlock[],
    display: readonly ContentBlock[] | undefined,
    at: number,
  ): { readonly steeringId: string; readonly turnId: TurnId };
}

/** Creates the {@link TurnActions} of a store. */
export function createTurnActions(
  committer: Committer,
  replays: Replays,
  createId: CreateId,
): TurnActions {
  const { tree, commit, commitAction, tryCommit } = committer;

  function addTurn(
    sessionId: string,
    details: Omit<EventOf<"turn_started">, "at" | "sessionId" | "turnId" | "type">,
    at?: number,
  ): TurnId {
    const turns = tree.find(sessionId)?.tables.turns;
    const turnId = createId("turn", (id) => turns?.has(id) === true);
    if (rejectIfClosed(committer, sessionId, []) !== undefined) return turnId;
    const event: AcpEventBody = {
      type: "turn_started",
      sessionId,
      turnId,
      ...committer.limited(details),
    };
    tryCommit(replays.prepare(event, at), at);
    return turnId;
  }

  const steerObservedTurn: TurnActions["steerObservedTurn"] = (sessionId, prompt, display, at) => {
    const { turns, messages } = tree.find(sessionId)?.tables ?? {};
    const turnId = createId("turn", (id) => turns?.has(id) === true);
    const steeringId = createId(
      "steering",
      (id) => messages?.has(madeUpKey("user", `#${id}`)) === true,
    );
    tryCommit(
      { type: "prompt_steered", sessionId, steeringId, prompt, ...presentFields({ display }) },
      at,
    );
    return { steeringId, turnId };
  };

  const endTurn: AcpStore["endTurn"] = (sessionId, end) => {
    const turnId = tree.find(sessionId)?.fields.openTurns.at(0);
    if (turnId === undefined) return;
    const outcome =
      "error" in end
        ? { error: committer.limited(toTurnError(end.error)) }
        : { stopReason: end.stopReason };
    commit({ type: "turn_ended", sessionId, turnId, ...outcome });
  };

  const queuePrompt: AcpStore["queuePrompt"] = (sessionId, prompt, { display, id: given } = {}) => {
    const session = tree.find(sessionId);
    const isUsed = (used: string): boolean =>
      session !== undefined && tree.indexes.isQueued(session, used);
    if (given !== undefined && isUsed(given)) return given;
    const id = given ?? createId("prompt", isUsed);
    if (rejectIfClosed(committer, sessionId, []) === undefined)
      commitAction({
        type: "prompt_queued",
        sessionId,
        id,
        ...committer.limited({ prompt, ...presentFields({ display }) }),
      });
    return id;
  };

  const holdQueued = (sessionId: string, id: string, held: boolean): void =>
    commitAction({ type: "queued_prompt_held", sessionId, id, held });

  return {
    startTurn: (sessionId, prompt, { display } = {}) =>
      addTurn(sessionId, presentFields({ prompt, display })),
    startObservedTurn: (sessionId, prompt, options, at) =>
      addTurn(sessionId, { observed: true, ...presentFields({ prompt, ...options }) }, at),
    steerObservedTurn,
    endTurn,
    endCancelledTurns: (sessionId) => commitAction({ type: "cancel_timed_out", sessionId }),
    cancelTurn: (sessionId) => commitAction({ type: "turn_cancelled", sessionId }),
    queuePrompt,
    unqueuePrompt: (sessionId, id) => commitAction({ type: "prompt_unqueued", sessionId, id }),
    editQueuedPrompt: (sessionId, id, prompt, { display } = {}) =>
      commitAction({
        type: "queued_prompt_edited",
        sessionId,
        id,
        ...committer.limited({ prompt, ...presentFields({ display }) }),
      }),
    moveQueuedPrompt: (sessionId, id, index) =>
      commitAction({ type: "queued_prompt_moved", sessionId, id, index }),
    holdQueuedPrompt: (sessionId, id) => holdQueued(sessionId, id, true),
    releaseQueuedPrompt: (sessionId, id) => holdQueued(sessionId, id, false),
    releaseQueue: (sessionId) => commitAction({ type: "queue_released", sessionId }),
  };
}

function toTurnError(error: TurnError | Error): TurnError {
  const { message, code, data }: TurnError = error;
  return { message, ...(code !== undefined && { code }), ...(data !== undefined && { data }) };
}
