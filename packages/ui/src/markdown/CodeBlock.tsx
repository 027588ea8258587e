import type { ReactElement } from "react";
import { CopyButton } from "../controls/CopyButton.js";

interface CodeBlockProps {
  readonly text: string;
  readonly language?: string | undefined;
}

/** A fenced code block with its language and a copy button. */
export function CodeBlock({ text, language = "text" }: CodeBlockProps): ReactElement {
  return (
    <figure className="acp-code">
      <figcaption className="acp-code-header">
        <span>{language}</span>
        <CopyButton text={text} label="Copy code" />
      </figcaption>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
