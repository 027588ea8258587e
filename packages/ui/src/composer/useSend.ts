import { useState } from "react";
import { usePanelActions } from "../actions/usePanelActions.js";

interface SendState {
  readonly isSending: boolean;
  /** The reason why the last prompt was not accepted. */
  readonly sendError: string | undefined;
  /** Sends a prompt, which removes the draft. */
  send(text: string): void;
}

/** Returns a function that sends a prompt. `onAccepted` is called when it is a turn or in the queue. */
export function useSend(onAccepted: () => void): SendState {
  const actions = usePanelActions();
  const [isSending, setIsSending] = useState(false);
  const [sendError, setSendError] = useState<string>();

  async function run(text: string): Promise<void> {
    setIsSending(true);
    setSendError(undefined);
    const reason = await actions?.prompt(text);
    setIsSending(false);
    setSendError(reason);
    if (reason === undefined) onAccepted();
  }
  return { isSending, sendError, send: (text) => void run(text) };
}
