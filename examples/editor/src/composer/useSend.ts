import { useState } from "react";
import { usePanelScope } from "../shell/panelScope.js";

interface SendState {
  readonly isSending: boolean;
  /** The reason why the last prompt was not accepted. */
  readonly sendError: string | undefined;
  /** Sends a prompt, which removes the draft. */
  send(text: string): void;
}

export function useSend(): SendState {
  const { actions } = usePanelScope();
  const [isSending, setIsSending] = useState(false);
  const [sendError, setSendError] = useState<string>();

  async function run(text: string): Promise<void> {
    setIsSending(true);
    setSendError(undefined);
    const reason = await actions?.prompt(text);
    setIsSending(false);
    setSendError(reason);
  }
  return { isSending, sendError, send: (text) => void run(text) };
}
