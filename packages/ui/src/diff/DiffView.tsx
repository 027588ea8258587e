import type { DiffItem } from "@acp-store/core";
import { Fragment, memo, type ReactElement, useMemo } from "react";
import { renderCodeLine } from "../content/CodeText.js";
import { useGradualCount } from "../content/useTextParts.js";
import { useAcpUi } from "../context/acpUi.js";
import type { CodeLine } from "../context/slots.js";
import { Icon } from "../controls/Icon.js";
import { relativePath } from "../format/paths.js";
import { LineCount } from "./LineCount.js";
import { getLineDiff } from "./diffItem.js";
import type { DiffRow } from "./computeLineDiff.js";
import { divideTokens, getRowTokens, joinRowsExcept } from "./rowTokens.js";
import { diffTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

const ROWS_PER_PART = 300;

/** The props of {@link DiffView}. */
export interface DiffViewProps {
  /** The old and the new text of the file. */
  readonly diff: DiffItem;
}

/** One changed file with its diff. */
export function DiffView({ diff }: DiffViewProps): ReactElement {
  const { cwd } = useAcpUi();
  const texts = useTexts("diff", diffTexts);
  const { rows, added, removed } = getLineDiff(diff);
  const path = relativePath(diff.path, cwd);
  const isNew = (diff.oldText ?? "") === "";
  return (
    <figure className="acp-ui acp-diff">
      <figcaption className="acp-diff-header" title={diff.path}>
        <Icon name="file" />
        <span className="acp-diff-path">{path}</span>
        {isNew && <span className="acp-tag">{texts.newFile}</span>}
        <LineCount added={added} removed={removed} />
      </figcaption>
      <DiffLines rows={rows} label={texts.changesIn(path)} path={diff.path} />
    </figure>
  );
}

/** The lines of a diff. A very long diff shows its start, with a button for all lines. */
export function DiffLines(props: {
  readonly rows: readonly DiffRow[];
  readonly label: string;
  /** The path of the file, whose extension tells the language. */
  readonly path: string;
}): ReactElement {
  const { rows, label, path } = props;
  const texts = useTexts("diff", diffTexts);
  const parts = useMemo(() => splitRows(rows), [rows]);
  const { count, isShowingAll, showAll } = useGradualCount(parts.length - 1);
  const shown = parts.slice(0, 1 + count);
  return (
    <>
      <div className="acp-diff-scroll" tabIndex={0} role="group" aria-label={label}>
        <div className="acp-diff-rows">
          {shown.map((part, index) => (
            <DiffPart key={index} rows={part} path={path} />
          ))}
          {rows.length === 0 && <p className="acp-diff-note">{texts.noLineChanges}</p>}
        </div>
      </div>
      {shown.length < parts.length && (
        <button
          type="button"
          className="acp-show-all-button"
          disabled={isShowingAll}
          aria-busy={isShowingAll}
          onClick={showAll}
        >
          {isShowingAll ? texts.showingAll(rows.length) : texts.showAll(rows.length)}
        </button>
      )}
    </>
  );
}

function splitRows(rows: readonly DiffRow[]): readonly (readonly DiffRow[])[] {
  const count = Math.ceil(rows.length / ROWS_PER_PART);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * ROWS_PER_PART, (index + 1) * ROWS_PER_PART),
  );
}

interface DiffPartProps {
  readonly rows: readonly DiffRow[];
  readonly path: string;
}

const DiffPart = memo(function DiffPart({ rows, path }: DiffPartProps): ReactElement {
  const { Code } = useAcpUi().slots;
  const renderRows = (tokens: readonly (CodeLine | undefined)[]): ReactElement => (
    <div>
      {rows.map((row, index) => (
        <DiffRowView key={index} row={row} tokens={tokens[index]} />
      ))}
    </div>
  );
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

const ROW_SIGNS: Readonly<Record<DiffRow["kind"], string>> = {
  added: "+",
  removed: "−",
  same: " ",
  gap: "⋯",
};

interface DiffRowProps {
  readonly row: DiffRow;
  readonly tokens: CodeLine | undefined;
}

function DiffRowView({ row, tokens }: DiffRowProps): ReactElement {
  const { kind } = row;
  const texts = useTexts("diff", diffTexts);
  return (
    <div className={`acp-ui acp-diff-row acp-diff-${kind}`}>
      <span className="acp-diff-sign" aria-hidden="true">
        {ROW_SIGNS[kind]}
      </span>
      <span className="acp-sr-only">{kind !== "same" && texts[kind]}</span>
      <span className="acp-diff-text">
        <DiffRowText row={row} tokens={tokens} />
      </span>
    </div>
  );
}

function DiffRowText({ row: { text, segments }, tokens }: DiffRowProps): ReactElement {
  if (segments === undefined) return <>{tokens === undefined ? text : renderCodeLine(tokens)}</>;
  const codeLines = tokens && divideTokens(tokens, segments);
  return (
    <>
      {segments.map(({ text: segment, isChanged }, index) => {
        const line = codeLines?.[index];
        // Few colors are readable on the backgrounds of changed words.
        if (isChanged) return <mark key={index}>{segment}</mark>;
        if (line === undefined) return segment;
        return <Fragment key={index}>{renderCodeLine(line)}</Fragment>;
      })}
    </>
  );
}
