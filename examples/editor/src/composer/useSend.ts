import { useState } from "react";
import { usePanelScope } from "../shell/panelScope.js";

interface SendState {
  readonly isSending: boolean;
  /** The reason why the last prompt was not accepted. */
  readonly sendError: string | undefined;
  /**
   * Sends a prompt. Calls `onAccepted` once the prompt is in the store and the draft can be
   * cleared.
   */
  send(text: string, onAccepted: () => void): void;
}

export function useSend(): SendState {
  const { actions } = usePanelScope();
  const [isSending, setIsSending] = useState(false);
  const [sendError, setSendError] = useState<string>();

  async function run(text: string, onAccepted: () => void): Promise<void> {
    setIsSending(true);
    setSendError(undefined);
    const reason = await actions?.prompt(text);
    setIsSending(false);
    setSendError(reason);
    if (reason === undefined) onAccepted();
  }
  return { isSending, sendError, send: (text, onAccepted) => void run(text, onAccepted) };
}
