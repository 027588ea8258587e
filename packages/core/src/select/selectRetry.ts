import type { ContentBlock } from "../state/content.js";
import type { SessionId, Turn, TurnId } from "../state/entities.js";
import type { AcpState } from "../state/state.js";
import { selectTurn } from "./sessions.js";

/** A prompt that can be sent again. */
export interface RetryablePrompt {
  /** The content blocks to send. */
  readonly prompt: readonly ContentBlock[];
  /** The content blocks to show in place of those that are sent. */
  readonly display?: readonly ContentBlock[];
  /** Whether the transcript has something after the prompt, so that the agent can also continue. */
  readonly isAnswered: boolean;
}

/**
 * Returns the prompt of a turn that failed, was interrupted or was refused by the agent. `undefined` for
 * any other turn, if the session has a newer turn, and if the prompt is unknown.
 *
 * @example
 * ```ts
 * const canRetry = selectRetry(store.getState(), "s1", turnId) !== undefined;
 * ```
 */
export function selectRetry(
  state: AcpState,
  sessionId: SessionId,
  turnId: TurnId,
): RetryablePrompt | undefined {
  const session = state.sessions.get(sessionId);
  const turn = selectTurn(state, sessionId);
  if (session === undefined || turn?.turnId !== turnId || !hasFailed(turn)) return undefined;
  const { promptId } = turn;
  const message = promptId === undefined ? undefined : session.messages.get(promptId);
  if (message === undefined) return undefined;
  const { content, sent } = message;
  const isAnswered = session.timeline.at(-1)?.id !== promptId;
  return sent === undefined
    ? { prompt: content, isAnswered }
    : { prompt: sent, display: content, isAnswered };
}

function hasFailed({ status, stopReason }: Turn): boolean {
  return status === "failed" || status === "interrupted" || stopReason === "refusal";
}
