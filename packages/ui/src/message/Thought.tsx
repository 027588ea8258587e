import type { ContentBlock } from "@acp-store/core";
import { type ReactElement, useId, useState } from "react";
import { ContentBlocks } from "../content/ContentBlocks.js";
import { Duration } from "../time/Duration.js";
import { Icon } from "../controls/Icon.js";
import type { MessageRowProps } from "./MessageRow.js";
import { useThoughtSpan } from "./useThoughtSpan.js";

interface ThoughtProps extends MessageRowProps {
  readonly blocks: readonly ContentBlock[];
}

/** The agent's reasoning, collapsed by default. */
export function Thought({ blocks, ...row }: ThoughtProps): ReactElement {
  const { isStreaming } = row;
  const span = useThoughtSpan(row);
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
            {isStreaming ? "Thinking…" : "Thought"}
          </span>{" "}
          {span !== undefined && <Duration span={span} {...(!isStreaming && { prefix: "for" })} />}
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
    .replace(/[*_`#]/g, "")
    .trim()
    .slice(0, 160);
}
