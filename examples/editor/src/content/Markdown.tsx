import { memo, type ReactElement } from "react";
import { LazyMarkdownText } from "../onDemand.js";
import { LongText } from "./LongText.js";
import { findOpenFence } from "./splitText.js";

interface MarkdownProps {
  readonly text: string;
  /**
   * Whether more text may follow. Unclosed syntax at the end is then shown as if it were closed.
   */
  readonly isStreaming?: boolean;
}

/** Markdown of any length from the agent. */
export const Markdown = memo(function Markdown(props: MarkdownProps): ReactElement {
  const { text, isStreaming = false } = props;
  return (
    <LongText
      text={text}
      findOpenSyntax={findOpenFence}
      renderPart={(part, isLast) => (
        <LazyMarkdownText text={part} isStreaming={isStreaming && isLast} />
      )}
    />
  );
});
