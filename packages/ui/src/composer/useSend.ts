import type { ContentBlock } from "@acp-store/core";
import { usePanelActions } from "../actions/usePanelActions.js";
import { useSessionState } from "../context/useSessionState.js";

interface SendState {
  readonly isSending: boolean;
  /** The reason why the last prompt was not accepted. */
  readonly sendError: string | undefined;
  /** Sends a prompt, which removes the draft. */
  send(prompt: readonly ContentBlock[]): void;
}

/** Returns a function that sends a prompt. `onAccepted` is called when it is a turn or in the queue. */
export function useSend(onAccepted: () => void): SendState {
  const actions = usePanelActions();
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
  return { isSending, sendError, send: (prompt) => void run(prompt) };
}
