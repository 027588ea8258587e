import type { Tokens } from "marked";
import { type ReactElement, type ReactNode, useState } from "react";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { getCells } from "./tableCells.js";

interface MarkdownTableProps {
  readonly token: Tokens.Table;
  readonly renderCell: (cell: Tokens.TableCell) => ReactNode;
}

/** A table. A very large one shows its first rows and columns, and its source on request. */
export function MarkdownTable({ token, renderCell }: MarkdownTableProps): ReactElement {
  const { raw, header, rows } = token;
  const texts = useTexts("content", contentTexts);
  const [isSource, setIsSource] = useState(false);
  const lines = raw.trimEnd().split("\n");
  const total = { rows: lines.length - 2, columns: getCells(lines[0] ?? "").length };
  const isCut = rows.length < total.rows || header.length < total.columns;
  const row = (cells: readonly Tokens.TableCell[], index?: number): ReactElement => (
    <tr key={index}>
      {cells.map((cell, column) => {
        const Cell = cell.header ? "th" : "td";
        return (
          <Cell key={column} style={cell.align === null ? undefined : { textAlign: cell.align }}>
            {renderCell(cell)}
          </Cell>
        );
      })}
    </tr>
  );
  return (
    <>
      <div className="acp-table-scroll" tabIndex={0} role="group" aria-label={texts.table}>
        {isSource ? (
          <pre>{raw}</pre>
        ) : (
          <table>
            <thead>{row(header)}</thead>
            <tbody>{rows.map(row)}</tbody>
          </table>
        )}
      </div>
      {isCut && (
        <p className="acp-table-note">
          {!isSource && texts.partOfTable(rows.length, total.rows, header.length, total.columns)}{" "}
          <button type="button" className="acp-link-button" onClick={() => setIsSource(!isSource)}>
            {isSource ? texts.showTable : texts.showTableText}
          </button>
        </p>
      )}
    </>
  );
}
