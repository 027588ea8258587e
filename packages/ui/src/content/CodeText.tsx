import { Fragment, type ReactElement, type ReactNode } from "react";
import { useAcpUi } from "../context/acpUi.js";
import type { CodeLine } from "../context/slots.js";

interface CodeTextProps {
  readonly code: string;
  /** The language, or the path of a file. Without one, the code is plain. */
  readonly language: string | undefined;
}

/** Longer code stays plain, because the page would not respond for more than 50 ms. */
export const MAX_CODE_CHARACTERS = 20_000;

/** Code with the colors of its language. Its text is the same with and without colors. */
export function CodeText({ code, language }: CodeTextProps): ReactElement {
  const { Code } = useAcpUi().slots;
  if (language === undefined) return <>{code}</>;
  return (
    <Code code={code} language={language}>
      {(lines) =>
        lines?.map((line, index) => (
          <Fragment key={index}>
            {index > 0 && "\n"}
            {renderCodeLine(line)}
          </Fragment>
        )) ?? code
      }
    </Code>
  );
}

/** Renders the tokens of a line. */
export function renderCodeLine(line: CodeLine): ReactNode {
  return line.map(({ text, kind }, index) =>
    kind === undefined ? (
      text
    ) : (
      <span key={index} className={`acp-token-${kind}`}>
        {text}
      </span>
    ),
  );
}
