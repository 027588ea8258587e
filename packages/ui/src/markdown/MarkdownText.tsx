import {
  memo,
  type ReactElement,
  type ReactNode,
  useDeferredValue,
  useState,
  type NamedExoticComponent,
} from "react";
import type { MarkdownTextProps } from "../context/slots.js";
import remend, { type RemendOptions } from "remend";
import { EMPTY_SPLIT, findOpenFence, splitText } from "../content/splitText.js";
import { ErrorBoundary } from "../failure/ErrorBoundary.js";
import { isTooComplex } from "./parseMarkdown.js";
import { MAX_UNSPLIT_CHARACTERS, renderMarkdown } from "./renderMarkdown.js";
import { EMPTY_MARKDOWN, splitMarkdown } from "./splitMarkdown.js";

/** A Markdown text of any length. Each chunk renders only the last of its blocks again. */
export const MarkdownText: NamedExoticComponent<MarkdownTextProps> = memo(function MarkdownText(
  props: MarkdownTextProps,
): ReactElement {
  const { isStreaming } = props;
  // Renders in small steps, so that typing stays responsive while text streams in.
  const text = useDeferredValue(props.text, isStreaming ? "" : props.text);
  const [previous, setPrevious] = useState(EMPTY_SPLIT);
  const isLong = text.length > MAX_UNSPLIT_CHARACTERS;
  const split = isLong ? splitText(text, findOpenFence, previous) : EMPTY_SPLIT;
  if (split !== previous) setPrevious(split);
  const parts = isLong ? split.parts : [{ start: 0, text }];
  return (
    <div className="acp-ui acp-markdown">
      {parts.map((part, index) => (
        <MarkdownPart
          key={part.start}
          text={part.text}
          isStreaming={isStreaming && index === parts.length - 1}
        />
      ))}
    </div>
  );
});

const MarkdownPart = memo(function MarkdownPart(props: MarkdownTextProps): ReactElement {
  const { text, isStreaming } = props;
  const [previous, setPrevious] = useState(EMPTY_MARKDOWN);
  const split = splitMarkdown(text, previous);
  if (split !== previous) setPrevious(split);
  const last = split.blocks.length - 1;
  return (
    <>
      {split.blocks.map((block, index) => (
        <MarkdownBlock key={index} text={isStreaming && index === last ? close(block) : block} />
      ))}
    </>
  );
});

/** Formulas are not rendered and HTML is shown as text, so neither needs to be closed. */
const REMEND_OPTIONS: RemendOptions = { linkMode: "text-only", katex: false, htmlTags: false };

/** Closes the syntax that is open at the end of a block. */
function close(block: string): string {
  return isTooComplex(block) ? block : remend(block, REMEND_OPTIONS);
}

/** One top-level block such as a paragraph, list or table. Renders only when its text changes. */
const MarkdownBlock = memo(function MarkdownBlock({ text }: { text: string }): ReactNode {
  return (
    <ErrorBoundary content={text} fallback={() => <p className="acp-plain-text">{text}</p>}>
      <RenderedMarkdown text={text} />
    </ErrorBoundary>
  );
});

function RenderedMarkdown({ text }: { text: string }): ReactNode {
  return renderMarkdown(text);
}
