import { Children, isValidElement, type ReactElement, type ReactNode } from "react";
import { CopyButton } from "../ui/CopyButton.js";

interface CodeProps {
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A fenced code block with its language and a copy button. */
export function CodeBlock({ children }: { children?: ReactNode }): ReactElement {
  const code = isValidElement<CodeProps>(children) ? children.props : { children };
  const text = Children.toArray(code.children).filter(isString).join("").replace(/\n$/, "");
  const language = /language-(\S+)/.exec(code.className ?? "")?.[1];
  return (
    <figure className="code">
      <figcaption className="code-header">
        <span>{language ?? "text"}</span>
        <CopyButton text={text} label="Copy code" />
      </figcaption>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

function isString(node: unknown): node is string {
  return typeof node === "string";
}
