import { memo, type ReactElement, type ReactNode, useDeferredValue } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Chip } from "./Chip.js";
import { CodeBlock } from "./CodeBlock.js";
import { SafeLink } from "./SafeLink.js";
import { safeHref } from "./safeUrl.js";
import "./markdown.css";

const PLUGINS = [remarkGfm];

/** Markdown of the agent's. HTML in it stays text, and pictures are named instead of fetched. */
export const Markdown = memo(function Markdown({ text }: { text: string }): ReactElement {
  // A long message is parsed again with every piece; typing comes first.
  const shown = useDeferredValue(text);
  return (
    <div className="markdown">
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={keepSafe}>
        {shown}
      </ReactMarkdown>
    </div>
  );
});

const COMPONENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageName src={src} alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Table">
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
