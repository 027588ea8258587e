import type { ContentBlock } from "@acp-store/core";
import { useAcpView, useSessionId } from "@acp-store/react";
import { usePanelActions } from "../actions/usePanelActions.js";
import { useSessionState } from "../context/useSessionState.js";

interface SendState {
  readonly isSending: boolean;
  /** The reason why the last prompt was not accepted. */
  readonly sendError: string | undefined;
  /** Sends a prompt, which removes the draft. */
  send(prompt: readonly ContentBlock[], delivery: Delivery): void;
}

/** The way in which a prompt is delivered: at once, behind the running turn, or into it. */
export type Delivery = "send" | "queue" | "steer";

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

  async function run(prompt: readonly ContentBlock[], delivery: Delivery): Promise<void> {
    setIsSending(true);
    setSendError(undefined);
    const deliver = delivery === "steer" ? actions?.steer : actions?.prompt;
    const reason = await deliver?.(prompt);
    setIsSending(false);
    setSendError(reason);
    if (reason === undefined) onAccepted();
  }
  function queue(prompt: readonly ContentBlock[]): void {
    setSendError(undefined);
    view.queuePrompt(sessionId, prompt);
    onAccepted();
  }
  const send: SendState["send"] = (prompt, delivery) =>
    queues ? queue(prompt) : void run(prompt, delivery);
  return { isSending, sendError, send };
}
