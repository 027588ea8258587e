import { useConnection, useSession } from "@acp-store/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { usePanelActions } from "../actions/usePanelActions.js";
import { isReconnecting } from "../connection/connectionStatus.js";
import { useAcpUi } from "../context/acpUi.js";
import { turnTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The way to continue after an interrupted turn. */
export interface ContinueState {
  /**
   * Asks the agent to continue, by sending a prompt. While the connection is being restored, waits
   * for it first. `undefined` if the session cannot continue, because the connection is closed or the
   * agent no longer knows the session.
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
  const { composer, isRecording } = useAcpUi();
  const { continuePrompt } = useTexts("turn", turnTexts);
  const connection = useConnection();
  const isLost = useSession((session) => session?.detached !== undefined || session?.closed);
  const [isWaiting, setIsWaiting] = useState(false);
  const [error, setError] = useState<string>();
  const isReady = connection === undefined || connection.status === "ready";
  const canSend = actions !== undefined && isReady;
  const canContinue = !isRecording && !isLost && (canSend || isReconnecting(connection));

  const isSending = useRef(false);
  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    // The button disappears with the new turn.
    composer?.current?.focus();
    const rejection = await actions?.prompt([{ type: "text", text: continuePrompt }]);
    isSending.current = false;
    setIsWaiting(false);
    setError(rejection);
  }, [actions, composer, continuePrompt]);
  useEffect(() => {
    if (isWaiting && canSend) void send();
  }, [isWaiting, canSend, send]);
  return {
    continueTurn: canContinue ? () => setIsWaiting(true) : undefined,
    isWaiting: isWaiting && canContinue && !canSend,
    error,
  };
}
