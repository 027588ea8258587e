import type { ContentBlock } from "@acp-store/core";
import { useAcpView, useSessionId } from "@acp-store/react";
import { usePanelActions } from "../actions/usePanelActions.js";
import { useSessionState } from "../context/useSessionState.js";

interface SendState {
  readonly isSending: boolean;
  /** The reason why the last prompt was not accepted. */
  readonly sendError: string | undefined;
  /** Sends a prompt, which removes the draft. */
  send(prompt: readonly ContentBlock[]): void;
}

/**
 * Returns a function that sends a prompt, or only queues it. `onAccepted` is called when it is a turn or in the
 * queue.
 */
export function useSend(onAccepted: () => void, queues: boolean): SendState {
  const actions = usePanelActions();
  const view = useAcpView();
  const sessionId = useSessionId();
  const [isSending = false, setIsSending] = useSessionState<boolean>();
  const [sendError, setSendError] = useSessionState<string>();

  async function run(prompt: readonly ContentBlock[]): Promise<void> {
    setIsSending(true);
    setSendError(undefined);
    const reason = await actions?.prompt(prompt);
    setIsSending(false);
    setSendError(reason);
    if (reason === undefined) onAccepted();
  }
  function queue(prompt: readonly ContentBlock[]): void {
    setSendError(undefined);
    view.queuePrompt(sessionId, prompt);
    onAccepted();
  }
  return { isSending, sendError, send: (prompt) => (queues ? queue(prompt) : void run(prompt)) };
}
