import { Fragment, type ReactElement } from "react";
import { CodeText, renderCodeLine } from "../content/CodeText.js";
import { useAcpUi } from "../context/acpUi.js";

interface OutputCodeProps {
  readonly code: string;
  /** The language, or the path of the file. */
  readonly language: string;
}

/** The number at the start of a line, which some agents add to the files that they read. */
const LINE_NUMBER = /^ *\d+(?:\t|→)/;

/** Code in the output of a tool. */
export function OutputCode({ code, language }: OutputCodeProps): ReactElement {
  const { Code } = useAcpUi().slots;
  if (!LINE_NUMBER.test(code)) return <CodeText code={code} language={language} />;
  const rows = code.split("\n").map((line) => {
    const [number = ""] = LINE_NUMBER.exec(line) ?? [];
    return { number, text: line.slice(number.length) };
  });
  return (
    <Code code={rows.map(({ text }) => text).join("\n")} language={language}>
      {(lines) =>
        rows.map(({ number, text }, index) => {
          const line = lines?.[index];
          return (
            <Fragment key={index}>
              {index > 0 && "\n"}
              {number}
              {line === undefined ? text : renderCodeLine(line)}
            </Fragment>
          );
        })
      }
    </Code>
  );
}
