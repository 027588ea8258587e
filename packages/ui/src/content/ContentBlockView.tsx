import type { ContentBlock } from "@acp-store/core";
import { memo, type ReactElement, type NamedExoticComponent } from "react";
import { LongText } from "./LongText.js";
import { Markdown } from "./Markdown.js";
import { NonTextBlockView } from "./NonTextBlockView.js";
import { findNothingOpen } from "./splitText.js";

interface ContentBlockProps {
  readonly block: ContentBlock;
  readonly isPlain: boolean;
  readonly isStreaming?: boolean;
}

/** One content block of a message. */
export const ContentBlockView: NamedExoticComponent<ContentBlockProps> = memo(
  function ContentBlockView(props: ContentBlockProps): ReactElement | null {
    const { block, isPlain, isStreaming = false } = props;
    if (block.type !== "text") return <NonTextBlockView block={block} />;
    if (isPlain) return <PlainText text={block.text} />;
    return <Markdown text={block.text} isStreaming={isStreaming} />;
  },
);

function PlainText({ text }: { text: string }): ReactElement {
  return (
    <LongText
      text={text}
      findOpenSyntax={findNothingOpen}
      renderPart={(part) => <p className="acp-plain-text">{part}</p>}
    />
  );
}
