import { memo, type ReactElement, type NamedExoticComponent } from "react";
import { useAcpUi } from "../context/acpUi.js";
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
export const Markdown: NamedExoticComponent<MarkdownProps> = memo(function Markdown(
  props: MarkdownProps,
): ReactElement {
  const { text, isStreaming = false } = props;
  const { MarkdownText } = useAcpUi().slots;
  return (
    <LongText
      text={text}
      findOpenSyntax={findOpenFence}
      renderPart={(part, isLast) => (
        <MarkdownText text={part} isStreaming={isStreaming && isLast} />
      )}
    />
  );
});
