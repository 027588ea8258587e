import { decodeNamedCharacterReference } from "decode-named-character-reference";
import type { MarkedToken, Token, Tokens } from "marked";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { IMAGE_ICON } from "../controls/iconPaths.js";
import { Chip } from "../content/Chip.js";
import { findOpenFence, splitText } from "../content/splitText.js";
import { CodeBlock } from "./CodeBlock.js";
import { MarkdownTable } from "./MarkdownTable.js";
import { parseMarkdown } from "./parseMarkdown.js";
import { SafeLink } from "../content/SafeLink.js";
import { toSafeHref } from "../content/safeUrl.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** Longer text is rendered in parts. It is more than a part of a long message with its open syntax. */
export const MAX_UNSPLIT_CHARACTERS = 10_000;

/**
 * Renders Markdown in a time that grows linearly with the text. HTML is shown as text, and images are
 * shown as links. Syntax that is nested too deep, or that has too many delimiters, is shown as text.
 */
export function renderMarkdown(text: string): ReactNode {
  if (text.length <= MAX_UNSPLIT_CHARACTERS) return renderTokens(parseMarkdown(text));
  return splitText(text, findOpenFence).parts.map((part) => (
    <Fragment key={part.start}>{renderTokens(parseMarkdown(part.text))}</Fragment>
  ));
}

function renderTokens(tokens: readonly Token[] = []): ReactNode {
  // Without extensions, the lexer creates only the known tokens.
  return (tokens as readonly MarkedToken[]).map((token, index) => (
    <Fragment key={index}>{renderToken(token)}</Fragment>
  ));
}

function renderToken(token: MarkedToken): ReactNode {
  switch (token.type) {
    case "heading":
      return renderHeading(token);
    case "paragraph":
      return <p>{renderTokens(token.tokens)}</p>;
    case "blockquote":
      return <blockquote>{renderTokens(token.tokens)}</blockquote>;
    case "list":
      return renderList(token);
    case "list_item":
      return renderListItem(token);
    case "checkbox":
      return (
        <>
          <input type="checkbox" checked={token.checked} disabled readOnly />{" "}
        </>
      );
    case "code":
      return <CodeBlock text={token.text} language={/^\S+/.exec(token.lang ?? "")?.[0]} />;
    case "table":
      return <MarkdownTable token={token} renderCell={(cell) => renderTokens(cell.tokens)} />;
    case "hr":
      return <hr />;
    case "text":
      return token.tokens === undefined ? decodeReferences(token.text) : renderTokens(token.tokens);
    case "html":
      return token.block ? <p className="acp-plain-text">{token.text.trimEnd()}</p> : token.text;
    case "strong":
      return <strong>{renderTokens(token.tokens)}</strong>;
    case "em":
      return <em>{renderTokens(token.tokens)}</em>;
    case "del":
      return <del>{renderTokens(token.tokens)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "br":
      return <br />;
    case "escape":
      return token.text;
    case "link":
      return <SafeLink href={getHref(token)}>{renderTokens(token.tokens)}</SafeLink>;
    case "image":
      return <ImageLink href={getHref(token)} alt={decodeReferences(token.text)} />;
    case "def":
    case "space":
      return null;
  }
}

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

function renderHeading({ depth, tokens }: Tokens.Heading): ReactElement {
  const Heading = HEADINGS[depth - 1] ?? "h6";
  return <Heading>{renderTokens(tokens)}</Heading>;
}

function renderList({ ordered, start, items }: Tokens.List): ReactElement {
  const children = renderTokens(items);
  const className = items.some(({ task }) => task) ? "acp-contains-task-list" : undefined;
  if (!ordered) return <ul className={className}>{children}</ul>;
  return (
    <ol className={className} start={start === "" ? undefined : start}>
      {children}
    </ol>
  );
}

function renderListItem({ tokens }: Tokens.ListItem): ReactElement {
  return <li>{renderTokens(tokens)}</li>;
}

function ImageLink({ href, alt }: { href: string | undefined; alt: string }): ReactElement {
  const texts = useTexts("content", contentTexts);
  return (
    <Chip icon={IMAGE_ICON} title={texts.remoteImage}>
      <SafeLink href={href}>{alt || href || texts.imageLink}</SafeLink>
    </Chip>
  );
}

function getHref({ href, ...token }: Tokens.Link | Tokens.Image): string | undefined {
  const isLiteral = token.type === "link" && token.autolink;
  return toSafeHref(isLiteral ? href : decodeReferences(href));
}

const CHARACTER_REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z\d]{2,31}));/gi;

/** Decodes character references such as `&amp;`, which the lexer leaves to the HTML parser. */
function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    CHARACTER_REFERENCE,
    (reference, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return decodeNamedCharacterReference(name) || reference;
      const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return codePoint > 0 && codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : "\uFFFD";
    },
  );
}
