import { Fragment, memo, type ReactElement, type ReactNode } from "react";
import { renderCodeLine } from "../content/CodeText.js";
import type { CodeLine } from "../context/slots.js";
import { findChangedWords } from "./changedWords.js";
import type { DiffRow } from "./diffRow.js";
import type { RowNumbers } from "./lineNumbers.js";
import { divideTokens } from "./rowTokens.js";

interface DiffRowViewProps {
  readonly row: DiffRow;
  readonly numbers: RowNumbers;
  /** The kind of the row for screen readers. */
  readonly label: string | undefined;
  readonly tokens: CodeLine | undefined;
}

/** One line of a diff. The style sheet adds the numbers and the sign, which are neither read out nor copied. */
export function DiffRowView({ row, numbers, label, tokens }: DiffRowViewProps): ReactElement {
  return (
    <div
      className={`acp-ui acp-diff-row acp-diff-${row.kind}`}
      data-old={numbers.old}
      data-new={numbers.new}
    >
      {label !== undefined && <span className="acp-sr-only">{label}</span>}
      <span className="acp-diff-text">
        <DiffRowText row={row} tokens={tokens} />
      </span>
    </div>
  );
}

type DiffRowTextProps = Pick<DiffRowViewProps, "row" | "tokens">;

const DiffRowText = memo(function DiffRowText({ row, tokens }: DiffRowTextProps): ReactNode {
  const segments = findChangedWords(row);
  if (segments === undefined) return tokens === undefined ? row.text : renderCodeLine(tokens);
  const codeLines = tokens && divideTokens(tokens, segments);
  return segments.map(({ text, isChanged }, index) => {
    const line = codeLines?.[index];
    // Few colors are readable on the backgrounds of changed words.
    if (isChanged) return <mark key={index}>{text}</mark>;
    return <Fragment key={index}>{line === undefined ? text : renderCodeLine(line)}</Fragment>;
  });
});
