import type { ContentBlock } from "@acp-store/core";
import { type EditablePrompt, useQueue } from "@acp-store/react";
import type { ReactElement } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { pluralize } from "../ui/format.js";
import { Icon } from "../ui/Icon.js";
import "./queuedPrompts.css";

/** The queued prompts, in the order in which they will be sent. */
export function QueuedPrompts(): ReactElement | null {
  const { prompts, isHeld, release } = useQueue();
  const { actions, composer } = usePanelScope();
  if (prompts.length === 0) return null;
  const remove = (prompt: EditablePrompt): void => {
    prompt.remove();
    // The focused button was removed together with its prompt.
    composer.current?.focus();
  };
  return (
    <section className="queue" aria-label="Queued prompts">
      <div className="queue-header">
        <Icon name={isHeld ? "pause" : "clock"} />
        <span role="status">
          {isHeld ? `Queue paused (${pluralize(prompts.length, "prompt")})` : "Up next"}
        </span>
        {isHeld && (
          <button
            type="button"
            className="button queue-send"
            disabled={actions === undefined}
            onClick={() => {
              release();
              composer.current?.focus();
            }}
          >
            Send now
          </button>
        )}
      </div>
      <ol className="queue-list">
        {prompts.map((prompt) => {
          const text = getPromptText(prompt.prompt);
          return (
            <li key={prompt.id} className="queue-item">
              <span className="queue-text" title={text}>
                {text}
              </span>
              <button
                type="button"
                className="icon-button queue-remove"
                aria-label={`Remove "${text}"`}
                title="Remove"
                onClick={() => remove(prompt)}
              >
                <Icon name="cross" />
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function getPromptText(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join(" ");
}
