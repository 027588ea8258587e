import type { ContentBlock } from "@acp-store/core";
import { type ReactElement, useId, useState } from "react";
import { ContentBlocks } from "../content/ContentBlocks.js";
import { Duration } from "../time/Duration.js";
import { Icon } from "../controls/Icon.js";
import type { MessageProps } from "../context/slots.js";
import { useThoughtSpan } from "./useThoughtSpan.js";
import { messageTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

interface ThoughtProps extends MessageProps {
  readonly blocks: readonly ContentBlock[];
}

/** The agent's reasoning, collapsed by default. */
export function Thought({ blocks, ...row }: ThoughtProps): ReactElement {
  const { isStreaming } = row;
  const span = useThoughtSpan(row);
  const texts = useTexts("message", messageTexts);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <section className="acp-ui acp-thought">
      <button
        type="button"
        className="acp-thought-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="bulb" />
        <span className="acp-thought-label">
          <span className={isStreaming ? "acp-shimmer" : ""}>
            {isStreaming ? texts.thinking : texts.thought}
          </span>{" "}
          {span !== undefined && (
            <Duration span={span} {...(!isStreaming && { prefix: texts.durationPrefix })} />
          )}
        </span>
        {!isOpen && <span className="acp-thought-preview">{getPreview(blocks)}</span>}
        <Icon name="chevron" className="acp-disclosure-icon" />
      </button>
      <div id={id} className="acp-thought-text" hidden={!isOpen}>
        {isOpen && <ContentBlocks blocks={blocks} isStreaming={isStreaming} />}
      </div>
    </section>
  );
}

function getPreview(blocks: readonly ContentBlock[]): string {
  const block = blocks.find(({ type }) => type === "text");
  const text = block?.type === "text" ? block.text : "";
  return text
    .slice(0, 1_000)
    .replace(/[*_`#]/g, "")
    .trim()
    .slice(0, 160);
}
