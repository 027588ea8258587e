import { useAgent, useConnection, useDraft, useSession } from "@acp-store/react";
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef } from "react";
import { isReconnecting } from "../connection/connectionStatus.js";
import { useAcpUi } from "../context/acpUi.js";
import { usePanelActions } from "../actions/usePanelActions.js";
import { getAgentTitle } from "../connection/getAgentTitle.js";
import { fitHeight } from "../controls/fitHeight.js";
import { CommandList } from "./CommandList.js";
import { ComposerBar } from "./ComposerBar.js";
import { useCommandHints } from "./useCommandHints.js";
import { useSend } from "./useSend.js";
import { useStopKey } from "./useStopKey.js";

/** The text field for prompts. A prompt sent while a turn is running is queued. */
export function Composer(): ReactElement {
  const actions = usePanelActions();
  const ownField = useRef<HTMLTextAreaElement>(null);
  const { composer = ownField } = useAcpUi();
  const activity = useSession((session) => session?.activity ?? "idle");
  const isBusy = useSession((session) => session !== undefined && session.openTurns.length > 0);
  const isDetached = useSession((session) => session?.detached !== undefined);
  const canWait = useConnection(isReconnecting);
  const agent = useAgent();
  const [text, setText] = useDraft();
  const { isSending, sendError, send: sendText } = useSend(() => setText(""));
  const hints = useCommandHints(text);
  const listId = useId();

  const isConnected = actions !== undefined;
  const canSend = isConnected && !isSending && text.trim() !== "";
  useStopKey(isBusy && activity !== "cancelling" ? stop : undefined);
  useEffect(() => {
    if (isConnected) composer.current?.focus();
  }, [isConnected, composer]);
  useEffect(() => fitHeight(composer.current), [text, composer]);

  function stop(): void {
    actions?.cancel();
  }
  const placeholder = isConnected
    ? isBusy
      ? "Queue a follow-up message"
      : `Message ${getAgentTitle(agent) ?? "the agent"}`
    : canWait
      ? "Write a message to send after reconnecting"
      : isDetached
        ? "This session is read-only"
        : "Not connected";
  const send = (): void => {
    if (canSend) sendText(text.trim());
  };
  const accept = (index: number): void => {
    const command = hints.commands[index];
    if (command !== undefined) setText(`/${command.name} `);
    composer.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // An Enter that ends an IME composition (Japanese, Chinese, …) must not send the prompt.
    if (event.nativeEvent.isComposing) return;
    if (hints.onKeyDown(event, accept) || event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="acp-ui acp-composer"
      aria-label="Prompt"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {hints.isOpen && <CommandList id={listId} hints={hints} onAccept={accept} />}
      <textarea
        ref={composer}
        className="acp-composer-text"
        rows={1}
        value={text}
        readOnly={isSending}
        disabled={!isConnected && !canWait}
        placeholder={placeholder}
        aria-label="Message"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={hints.isOpen ? listId : undefined}
        aria-activedescendant={
          hints.isOpen && hints.active >= 0 ? `${listId}-${hints.active}` : undefined
        }
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {sendError !== undefined && (
        <p className="acp-composer-error" role="alert">
          Not sent: {sendError}
        </p>
      )}
      <ComposerBar
        canSend={canSend}
        isBusy={isBusy}
        isStopping={activity === "cancelling"}
        onStop={isConnected ? stop : undefined}
      />
    </form>
  );
}
