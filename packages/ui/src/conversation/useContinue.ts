import { usePanelActions } from "../actions/usePanelActions.js";
import { turnTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { useSendWhenReady } from "./useSendWhenReady.js";

/** The way to continue after an interrupted turn. */
export interface ContinueState {
  /**
   * Asks the agent to continue, by sending a prompt. While the connection is being restored, waits
   * for it first. An agent that the application has stopped or not started yet gets the prompt at once,
   * because the request starts it. `undefined` if the session cannot continue, because the connection
   * has failed or the agent no longer knows the session.
   */
  readonly continueTurn: (() => void) | undefined;
  /** Whether the prompt is sent as soon as the connection is restored. */
  readonly isWaiting: boolean;
  /** The reason why the prompt was not sent. */
  readonly error: string | undefined;
}

/**
 * Returns a function that asks the agent to continue after an interrupted turn, for your own
 * button. `TurnEnd` has such a button at the end of an interrupted turn.
 *
 * @example
 * ```tsx
 * function Continue() {
 *   const { continueTurn, isWaiting } = useContinue();
 *   return (
 *     <button disabled={continueTurn === undefined || isWaiting} onClick={continueTurn}>
 *       Continue
 *     </button>
 *   );
 * }
 * ```
 */
export function useContinue(): ContinueState {
  const actions = usePanelActions();
  const { continuePrompt } = useTexts("turn", turnTexts);
  const { send, isWaiting, error } = useSendWhenReady(
    actions && (() => actions.prompt([{ type: "text", text: continuePrompt }])),
  );
  return { continueTurn: send, isWaiting, error };
}
