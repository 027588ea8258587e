import type { ReactElement } from "react";
import { CodeText } from "../content/CodeText.js";
import { CopyButton } from "../controls/CopyButton.js";
import { clipText } from "../format/clipText.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

interface CodeBlockProps {
  readonly text: string;
  readonly language?: string | undefined;
}

/** A fenced code block with its language and a copy button. */
export function CodeBlock({ text, language }: CodeBlockProps): ReactElement {
  const texts = useTexts("content", contentTexts);
  return (
    <figure className="acp-code">
      <figcaption className="acp-code-header">
        <span>{language === undefined ? texts.plainCode : clipText(language, 40)}</span>
        <CopyButton text={text} label={texts.copyCode} />
      </figcaption>
      <pre tabIndex={0}>
        <code>
          <CodeText code={text} language={language} />
        </code>
      </pre>
    </figure>
  );
}
