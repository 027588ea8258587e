import type { DiffItem } from "@acp-store/core";
import { type ReactElement, useState } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { Icon } from "../ui/Icon.js";
import { relativePath } from "../ui/paths.js";
import { LineCount } from "./LineCount.js";
import { getLineDiff } from "./diffItem.js";
import type { DiffRow } from "./computeLineDiff.js";
import "./diff.css";

const INITIAL_DIFF_ROWS = 300;

/** One changed file with its diff. */
export function DiffView({ diff }: { diff: DiffItem }): ReactElement {
  const { cwd } = usePanelScope();
  const { rows, added, removed } = getLineDiff(diff);
  const path = relativePath(diff.path, cwd);
  const isNew = (diff.oldText ?? "") === "";
  return (
    <figure className="diff">
      <figcaption className="diff-header" title={diff.path}>
        <Icon name="file" />
        <span className="diff-path">{path}</span>
        {isNew && <span className="tag">New file</span>}
        <LineCount added={added} removed={removed} />
      </figcaption>
      <DiffLines rows={rows} label={`Changes in ${path}`} />
    </figure>
  );
}

/** The lines of a diff. A very long diff is cut until the user asks for all lines. */
export function DiffLines(props: {
  readonly rows: readonly DiffRow[];
  readonly label: string;
}): ReactElement {
  const { rows, label } = props;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, INITIAL_DIFF_ROWS);
  return (
    <>
      <div className="diff-scroll" tabIndex={0} role="group" aria-label={label}>
        <div className="diff-rows">
          {shown.map((row, index) => (
            <DiffRowView key={index} row={row} />
          ))}
          {rows.length === 0 && <p className="diff-note">No line changes</p>}
        </div>
      </div>
      {shown.length < rows.length && (
        <button type="button" className="show-all-button" onClick={() => setShowsAll(true)}>
          Show all {rows.length} lines
        </button>
      )}
    </>
  );
}

const ROW_SIGNS: Readonly<Record<DiffRow["kind"], string>> = {
  added: "+",
  removed: "−",
  same: " ",
  gap: "⋯",
};
const SCREEN_READER_PREFIXES: Readonly<Record<DiffRow["kind"], string>> = {
  added: "added: ",
  removed: "removed: ",
  same: "",
  gap: "unchanged lines",
};

function DiffRowView({ row: { kind, text, segments } }: { row: DiffRow }): ReactElement {
  return (
    <div className={`diff-row diff-${kind}`}>
      <span className="diff-sign" aria-hidden="true">
        {ROW_SIGNS[kind]}
      </span>
      <span className="sr-only">{SCREEN_READER_PREFIXES[kind]}</span>
      <span className="diff-text">
        {segments?.map((segment, index) =>
          segment.isChanged ? <mark key={index}>{segment.text}</mark> : segment.text,
        ) ?? text}
      </span>
    </div>
  );
}
