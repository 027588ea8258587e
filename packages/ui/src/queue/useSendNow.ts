import { usePanelActions } from "../actions/usePanelActions.js";
import { useSessionState } from "../context/useSessionState.js";

interface SendNow {
  /** The queued prompt that is sent as soon as the agent has stopped. */
  readonly sendingId: string | undefined;
  /** The reason why the last prompt was not sent. */
  readonly sendError: string | undefined;
  /** Stops the running turn and sends a queued prompt next. */
  sendNow(queuedId: string): void;
}

export function useSendNow(): SendNow {
  const actions = usePanelActions();
  const [sendingId, setSendingId] = useSessionState<string>();
  const [sendError, setSendError] = useSessionState<string>();

  async function run(queuedId: string): Promise<void> {
    setSendingId(queuedId);
    setSendError(undefined);
    setSendError(await actions?.sendNow(queuedId));
    setSendingId(undefined);
  }
  return { sendingId, sendError, sendNow: (queuedId) => void run(queuedId) };
}
