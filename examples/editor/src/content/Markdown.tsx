import { memo, type ReactElement, type ReactNode, useDeferredValue, useState } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import remend, { type RemendOptions } from "remend";
import { Chip } from "./Chip.js";
import { CodeBlock } from "./CodeBlock.js";
import { LongText } from "./LongText.js";
import { EMPTY_MARKDOWN, splitMarkdown } from "./splitMarkdown.js";
import { SafeLink } from "./SafeLink.js";
import { toSafeHref } from "./safeUrl.js";
import { findOpenFence } from "./splitText.js";
import "./markdown.css";

const REMARK_PLUGINS = [remarkGfm];

interface MarkdownProps {
  readonly text: string;
  /**
   * Whether more text may follow. Unclosed syntax at the end is then shown as if it were closed.
   */
  readonly isStreaming?: boolean;
}

/** Markdown from the agent. HTML is shown as text, and images are shown as links. */
export const Markdown = memo(function Markdown(props: MarkdownProps): ReactElement {
  const { text, isStreaming = false } = props;
  return (
    <LongText
      text={text}
      findOpenSyntax={findOpenFence}
      renderPart={(part, isLast) => (
        <MarkdownPart text={part} isStreaming={isStreaming && isLast} />
      )}
    />
  );
});

const MarkdownPart = memo(function MarkdownPart(props: MarkdownProps): ReactElement {
  // Keeps typing responsive while text streams in.
  const text = useDeferredValue(props.text);
  const [previous, setPrevious] = useState(EMPTY_MARKDOWN);
  const split = splitMarkdown(text, previous);
  if (split !== previous) setPrevious(split);
  const last = split.blocks.length - 1;
  return (
    <div className="markdown">
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
const MarkdownBlock = memo(function MarkdownBlock({ text }: { text: string }): ReactElement {
  return (
    <ReactMarkdown
      remarkPlugins={REMARK_PLUGINS}
      components={MARKDOWN_COMPONENTS}
      urlTransform={sanitizeUrl}
    >
      {text}
    </ReactMarkdown>
  );
});

const MARKDOWN_COMPONENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageLink src={src} alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
};

function ImageLink({ src, alt }: { src?: unknown; alt?: string | undefined }): ReactNode {
  const href = typeof src === "string" ? src : undefined;
  return (
    <Chip icon="image" title="Remote images are not loaded">
      <SafeLink href={href}>{alt || href || "image"}</SafeLink>
    </Chip>
  );
}

function sanitizeUrl(url: string): string {
  return toSafeHref(url) ?? "";
}
