import { selectRetry } from "@acp-store/core";
import { useAcpState, useSessionId } from "@acp-store/react";
import { usePanelActions } from "../actions/usePanelActions.js";
import { useSendWhenReady } from "./useSendWhenReady.js";

/** The ways to get on after a turn that failed. */
export interface RetryState {
  /**
   * Sends the prompt of the turn again, once, even if other windows do the same. While the connection is
   * being restored, waits for it first. `undefined` if the turn cannot be tried again.
   */
  readonly retry: (() => void) | undefined;
  /** Whether the transcript has something after the prompt, so that the agent can also continue. */
  readonly isAnswered: boolean;
  /** Whether the prompt is sent as soon as the connection is restored. */
  readonly isWaiting: boolean;
  /** The reason why the prompt was not sent. */
  readonly error: string | undefined;
}

/**
 * Returns a function that sends the prompt of a failed turn again, for your own button. `TurnEnd` has
 * such a button at the end of a turn that failed, was interrupted or was refused.
 *
 * @example
 * ```tsx
 * function Retry({ turnId }: { turnId: string }) {
 *   const { retry } = useRetry(turnId);
 *   return retry === undefined ? null : <button onClick={retry}>Retry</button>;
 * }
 * ```
 */
export function useRetry(turnId: string): RetryState {
  const sessionId = useSessionId();
  const retryTurn = usePanelActions()?.retryTurn;
  const isAnswered = useAcpState((state) => selectRetry(state, sessionId, turnId)?.isAnswered);
  const canRetry = retryTurn !== undefined && isAnswered !== undefined;
  const { send, isWaiting, error } = useSendWhenReady(
    canRetry ? () => retryTurn(turnId) : undefined,
  );
  return { retry: canRetry ? send : undefined, isAnswered: isAnswered ?? false, isWaiting, error };
}
