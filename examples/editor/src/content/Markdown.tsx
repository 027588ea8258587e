import { memo, type ReactElement, type ReactNode, useDeferredValue, useState } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import remend, { type RemendOptions } from "remend";
import { Chip } from "./Chip.js";
import { CodeBlock } from "./CodeBlock.js";
import { NO_MARKDOWN, splitMarkdown } from "./markdownBlocks.js";
import { SafeLink } from "./SafeLink.js";
import { safeHref } from "./safeUrl.js";
import "./markdown.css";

const PLUGINS = [remarkGfm];

interface MarkdownProps {
  readonly text: string;
  /** More may come: what is open at the end is shown as if it were closed. */
  readonly isGrowing?: boolean;
}

/** Markdown of the agent's. HTML in it stays text, and pictures are named instead of fetched. */
export const Markdown = memo(function Markdown(props: MarkdownProps): ReactElement {
  // Typing comes first.
  const text = useDeferredValue(props.text);
  const [known, setKnown] = useState(NO_MARKDOWN);
  const split = splitMarkdown(text, known);
  if (split !== known) setKnown(split);
  const last = split.blocks.length - 1;
  return (
    <div className="markdown">
      {split.blocks.map((block, index) => (
        <Block
          key={index}
          text={props.isGrowing && index === last ? remend(block, CLOSED) : block}
        />
      ))}
    </div>
  );
});

/** There is no mathematics here, and HTML stays text. */
const CLOSED: RemendOptions = { linkMode: "text-only", katex: false, htmlTags: false };

/** One paragraph, list, table, …: rendered again only when it grows. */
const Block = memo(function Block({ text }: { text: string }): ReactElement {
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={keepSafe}>
      {text}
    </ReactMarkdown>
  );
});

const COMPONENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageName src={src} alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
};

function ImageName({ src, alt }: { src?: unknown; alt?: string | undefined }): ReactNode {
  const href = typeof src === "string" ? src : undefined;
  return (
    <Chip icon="image" title="Pictures from elsewhere are not loaded">
      <SafeLink href={href}>{alt || href || "image"}</SafeLink>
    </Chip>
  );
}

function keepSafe(url: string): string {
  return safeHref(url) ?? "";
}
