import type { DiffItem } from "@acp-store/core";
import { memo, type ReactElement, useMemo } from "react";
import { useGradualCount } from "../content/useTextParts.js";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import { relativePath } from "../format/paths.js";
import { LineCount } from "./LineCount.js";
import { getLineDiff } from "./diffItem.js";
import type { DiffRow } from "./computeLineDiff.js";
import { diffTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

const ROWS_PER_PART = 300;

/** One changed file with its diff. */
export function DiffView({ diff }: { diff: DiffItem }): ReactElement {
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
      <DiffLines rows={rows} label={texts.changesIn(path)} />
    </figure>
  );
}

/** The lines of a diff. A very long diff shows its start until asked for all lines. */
export function DiffLines(props: {
  readonly rows: readonly DiffRow[];
  readonly label: string;
}): ReactElement {
  const { rows, label } = props;
  const texts = useTexts("diff", diffTexts);
  const parts = useMemo(() => splitRows(rows), [rows]);
  const { count, isShowingAll, showAll } = useGradualCount(parts.length - 1);
  const shown = parts.slice(0, 1 + count);
  return (
    <>
      <div className="acp-diff-scroll" tabIndex={0} role="group" aria-label={label}>
        <div className="acp-diff-rows">
          {shown.map((part, index) => (
            <DiffPart key={index} rows={part} />
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

const DiffPart = memo(function DiffPart({ rows }: { rows: readonly DiffRow[] }): ReactElement {
  return (
    <div>
      {rows.map((row, index) => (
        <DiffRowView key={index} row={row} />
      ))}
    </div>
  );
});

const ROW_SIGNS: Readonly<Record<DiffRow["kind"], string>> = {
  added: "+",
  removed: "−",
  same: " ",
  gap: "⋯",
};
function DiffRowView({ row: { kind, text, segments } }: { row: DiffRow }): ReactElement {
  const texts = useTexts("diff", diffTexts);
  return (
    <div className={`acp-ui acp-diff-row acp-diff-${kind}`}>
      <span className="acp-diff-sign" aria-hidden="true">
        {ROW_SIGNS[kind]}
      </span>
      <span className="acp-sr-only">{kind !== "same" && texts[kind]}</span>
      <span className="acp-diff-text">
        {segments?.map((segment, index) =>
          segment.isChanged ? <mark key={index}>{segment.text}</mark> : segment.text,
        ) ?? text}
      </span>
    </div>
  );
}
