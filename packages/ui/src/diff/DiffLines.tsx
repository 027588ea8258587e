import { memo, type ReactElement, useId, useMemo, useRef } from "react";
import { LineCommenting } from "../comments/lazyComments.js";
import type { LineSource } from "../comments/lineSource.js";
import { getLinesWidth, useVisibleLines } from "../content/useVisibleLines.js";
import { useAcpUi } from "../context/acpUi.js";
import type { CodeLine } from "../context/slots.js";
import { useKeptChoice } from "../context/useKeptChoice.js";
import type { DiffRow } from "./diffRow.js";
import type { DiffPosition } from "./diffPosition.js";
import { DiffRowView } from "./DiffRowView.js";
import { createRowNumbers, type NumberRow } from "./lineNumbers.js";
import { getRowTokens, joinRowsExcept } from "./rowTokens.js";
import { diffTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** A longer diff shows its first lines, with a button for the others. */
const MAX_SHORT_ROWS = 16;
const PREVIEW_ROWS = 12;
/** The number of rows that are highlighted together. */
const ROWS_PER_PART = 100;

export interface DiffLinesProps {
  readonly rows: readonly DiffRow[];
  readonly label: string;
  /** The path of the file, whose extension tells the language. */
  readonly path: string;
  /** The lines of the file at which the numbers of the rows start. Without it, there are no numbers. */
  readonly position: DiffPosition | undefined;
  /** Whether all lines are shown from the start. Default: `false`. */
  readonly isExpanded?: boolean;
}

/** The lines of a diff. Only those near the view are rendered. */
export function DiffLines(props: DiffLinesProps): ReactElement {
  const { rows, label, isExpanded = false } = props;
  const texts = useTexts("diff", diffTexts);
  const [choice = isExpanded, setChoice] = useKeptChoice(rows);
  const id = useId();
  if (isExpanded || rows.length <= MAX_SHORT_ROWS) return <ScrollableLines {...props} />;
  const shown = choice ? rows : rows.slice(0, PREVIEW_ROWS);
  const text = choice ? texts.showFewer : texts.showMore(rows.length - PREVIEW_ROWS);
  return (
    <>
      <ScrollableLines {...props} rows={shown} allRows={rows} id={id} />
      <button
        type="button"
        className="acp-show-all-button"
        aria-expanded={choice}
        aria-controls={id}
        aria-label={`${text}, ${label}`}
        onClick={() => setChoice(!choice)}
      >
        {text}
      </button>
    </>
  );
}

interface ScrollableLinesProps extends DiffLinesProps {
  /** The shown rows and those that follow them. The line numbers have the width of the longest. */
  readonly allRows?: readonly DiffRow[];
  readonly id?: string;
}

function ScrollableLines(props: ScrollableLinesProps): ReactElement {
  const { rows, allRows = rows, label, path, position, id } = props;
  const texts = useTexts("diff", diffTexts);
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end } = useVisibleLines(scroller, rows.length);
  const numberRow = useMemo(() => createRowNumbers(allRows, position), [allRows, position]);
  const parts = useMemo(() => splitRows(rows), [rows]);
  const minWidth = useMemo(() => getLinesWidth(rows.map(({ text }) => text)), [rows]);
  const source = useMemo(
    (): LineSource => ({ path, count: rows.length, rowAt: (index) => rows[index], position }),
    [path, rows, position],
  );
  return (
    <div
      ref={scroller}
      id={id}
      className="acp-diff-scroll"
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <div
        className="acp-diff-rows"
        style={{
          height: `${rows.length}lh`,
          paddingTop: `${first}lh`,
          ...(end - first < rows.length && { minWidth }),
        }}
      >
        <LineCommenting source={source} scroller={scroller} first={first} />
        {parts.map(({ start, rows: partRows }) => {
          const from = Math.max(first - start, 0);
          const to = Math.min(end - start, partRows.length);
          if (from >= to) return null;
          return <DiffPart key={start} {...{ rows: partRows, path, numberRow, from, to }} />;
        })}
      </div>
      {rows.length === 0 && <p className="acp-diff-note">{texts.noLineChanges}</p>}
    </div>
  );
}

interface RowsPart {
  /** The index of the first row. */
  readonly start: number;
  readonly rows: readonly DiffRow[];
}

function splitRows(rows: readonly DiffRow[]): readonly RowsPart[] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_PART) }, (_, index) => {
    const start = index * ROWS_PER_PART;
    return { start, rows: rows.slice(start, start + ROWS_PER_PART) };
  });
}

interface DiffPartProps {
  readonly rows: readonly DiffRow[];
  readonly path: string;
  readonly numberRow: NumberRow;
  /** The index of the first rendered row. */
  readonly from: number;
  /** The index after the last rendered row. */
  readonly to: number;
}

const DiffPart = memo(function DiffPart(props: DiffPartProps): ReactElement {
  const { rows, path, numberRow, from, to } = props;
  const { Code } = useAcpUi().slots;
  const texts = useTexts("diff", diffTexts);
  const renderRows = (tokens: readonly (CodeLine | undefined)[]): ReactElement[] =>
    rows
      .slice(from, to)
      .map((row, index) => (
        <DiffRowView
          key={from + index}
          row={row}
          numbers={numberRow(row)}
          label={row.kind === "same" ? undefined : texts[row.kind]}
          tokens={tokens[from + index]}
        />
      ));
  return (
    <Code code={joinRowsExcept("added", rows)} language={path}>
      {(before) => (
        <Code code={joinRowsExcept("removed", rows)} language={path}>
          {(after) => renderRows(getRowTokens(rows, before, after))}
        </Code>
      )}
    </Code>
  );
});
