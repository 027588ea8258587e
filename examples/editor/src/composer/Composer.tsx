import { useAgent, useSession } from "@acp-store/react";
import { type KeyboardEvent, type ReactElement, useEffect, useId, useState } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { agentTitle } from "../shell/agentTitle.js";
import { CommandList } from "./CommandList.js";
import { ComposerBar } from "./ComposerBar.js";
import { useCommandHints } from "./useCommandHints.js";
import { useStopKey } from "./useStopKey.js";
import "./composer.css";

/** Where the user writes. One prompt at a time: the next one waits here while the agent works. */
export function Composer(): ReactElement {
  const { actions, composer } = usePanelScope();
  const activity = useSession((session) => session?.activity ?? "idle");
  const agent = useAgent();
  const [text, setText] = useState("");
  const hints = useCommandHints(text);
  const listId = useId();

  const isConnected = actions !== undefined;
  const isBusy = activity === "running" || activity === "cancelling";
  const canSend = isConnected && !isBusy && text.trim() !== "";
  useStopKey(activity === "running" ? actions?.cancel : undefined);
  useEffect(() => {
    if (isConnected) composer.current?.focus();
  }, [isConnected, composer]);
  useEffect(() => fitHeight(composer.current), [text, composer]);

  const send = (): void => {
    if (!canSend) return;
    actions.prompt(text.trim());
    setText("");
  };
  const accept = (index: number): void => {
    const command = hints.commands[index];
    if (command !== undefined) setText(`/${command.name} `);
    composer.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // The Enter that ends a composition (Japanese, Chinese, …) belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (hints.onKeyDown(event, accept) || event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="composer"
      aria-label="Prompt"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {hints.isOpen && <CommandList id={listId} hints={hints} onAccept={accept} />}
      <textarea
        ref={composer}
        className="composer-text"
        rows={1}
        value={text}
        disabled={!isConnected}
        placeholder={isConnected ? `Message ${agentTitle(agent) ?? "the agent"}` : "Not connected"}
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
      <ComposerBar canSend={canSend} activity={activity} onStop={actions?.cancel} />
    </form>
  );
}

/** As high as the text in it, up to the limit in the style sheet. */
function fitHeight(field: HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
