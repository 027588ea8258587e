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
import { renderMarkdown } from "./renderMarkdown.js";
import { EMPTY_MARKDOWN, splitMarkdown } from "./splitMarkdown.js";

/** A part of a Markdown text. Each chunk renders only the last of its blocks again. */
export const MarkdownText: NamedExoticComponent<MarkdownTextProps> = memo(function MarkdownText(
  props: MarkdownTextProps,
): ReactElement {
  // Renders in small steps, so that typing stays responsive while text streams in.
  const text = useDeferredValue(props.text, props.isStreaming ? "" : props.text);
  const [previous, setPrevious] = useState(EMPTY_MARKDOWN);
  const split = splitMarkdown(text, previous);
  if (split !== previous) setPrevious(split);
  const last = split.blocks.length - 1;
  return (
    <div className="acp-ui acp-markdown">
      {split.blocks.map((block, index) => (
        <MarkdownBlock
          key={index}
          text={props.isStreaming && index === last ? remend(block, REMEND_OPTIONS) : block}
        />
      ))}
    </div>
  );
});

/** Formulas are not rendered and HTML is shown as text, so neither needs to be closed. */
const REMEND_OPTIONS: RemendOptions = { linkMode: "text-only", katex: false, htmlTags: false };

/** One top-level block such as a paragraph, list or table. Renders only when its text changes. */
const MarkdownBlock = memo(function MarkdownBlock({ text }: { text: string }): ReactNode {
  return renderMarkdown(text);
});
