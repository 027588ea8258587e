import { type Connection, isSessionUnopened, type Session } from "@acp-store/core";
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
  const { composer, isRecording } = useAcpUi();
  const { continuePrompt } = useTexts("turn", turnTexts);
  const connection = useConnection();
  const isLost = useSession(cannotContinue);
  const [isWaiting, setIsWaiting] = useState(false);
  const [error, setError] = useState<string>();
  const canSend = actions !== undefined && takesRequests(connection);
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

/** Returns whether the agent does not have the session, and cannot open it. */
function cannotContinue(session: Session | undefined): boolean {
  if (session === undefined) return false;
  return session.closed === true || (session.detached !== undefined && !isSessionUnopened(session));
}

/** Returns whether a request reaches the agent, which it may start. */
function takesRequests(connection: Connection | undefined): boolean {
  return connection === undefined || connection.status === "ready" || connection.parked === true;
}
