import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef } from "react";
import { createLogSearch } from "../model/logSearch.js";
import { entryLabel } from "../model/source.js";
import { EntryLink } from "../ui/Explanation.js";
import { shownIndex, usePanel } from "../ui/panelContext.js";
import { ROW_HEIGHT, Rows } from "../ui/Rows.js";
import { useChunkedWork } from "../ui/useChunkedWork.js";
import { EntryDetail } from "./EntryDetail.js";
import { LogFilterBar } from "./LogFilterBar.js";
import { LogColumns, LogRow } from "./LogRow.js";

/** The number of rows that Page Up and Page Down move by. */
const PAGE_ROWS = 10;
/** The number of entries that one step of a search examines. */
const SEARCH_STEP = 5000;
const NO_FLAGS: ReadonlySet<number> = new Set();

/** Lists the entries of the log, and shows the selected entry in detail. */
export function LogView(): ReactNode {
  const panel = usePanel();
  const { source, snapshot, filter, conformance, selectedEntry, selectEntry } = panel;
  const { history } = source;
  const flagged = conformance?.findingsByEntry ?? NO_FLAGS;
  const search = useMemo(
    () => createLogSearch({ source, filter, flagged }),
    [source, filter, flagged],
  );
  const isSearching = !useChunkedWork(() => search.advance(SEARCH_STEP));
  const rows = search.rows();
  const id = useId();
  const active = selectedEntry === undefined ? undefined : rows.rowOf(selectedEntry);
  const entry = selectedEntry === undefined ? undefined : history.entry(selectedEntry);
  const body = useRef<HTMLDivElement>(null);

  function focusList(): void {
    body.current?.querySelector<HTMLElement>("[role=listbox]")?.focus();
  }

  function closeDetail(): void {
    selectEntry(undefined);
    // Closing removes the focused element.
    focusList();
  }

  function compareWith(index: number | undefined): void {
    panel.setBaseFrame(index === undefined ? undefined : { source, index });
    // The arrow keys select the other row.
    focusList();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const firstVisible = Math.ceil(event.currentTarget.scrollTop / ROW_HEIGHT);
    const from = active ?? firstVisible;
    // Without a selection, the first key selects a visible row.
    const step = active === undefined ? 0 : 1;
    const target = {
      ArrowUp: from - step,
      ArrowDown: from + step,
      PageUp: from - step * PAGE_ROWS,
      PageDown: from + step * PAGE_ROWS,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (target !== undefined && rows.length > 0) {
      event.preventDefault();
      selectEntry(rows.entryAt(Math.min(Math.max(target, 0), rows.length - 1)));
    }
    if (event.key === "Enter" && selectedEntry !== undefined) history.jumpTo(selectedEntry);
  }

  return (
    <div
      className="log"
      onKeyDown={(event) => {
        if (event.key === "Escape" && entry !== undefined) closeDetail();
      }}
    >
      <LogFilterBar count={rows.length} isSearching={isSearching} />
      <CompareBar onCancel={() => compareWith(undefined)} />
      <div ref={body} className={entry === undefined ? "log-body" : "log-body with-detail"}>
        <div className="log-list">
          <LogColumns />
          {rows.length === 0 && !isSearching && <NoRowsHint />}
          <Rows
            label="Log"
            length={rows.length}
            active={active}
            activeId={`${id}-${selectedEntry}`}
            follows={selectedEntry === undefined && snapshot.position === undefined}
            onKeyDown={onKeyDown}
          >
            {(row) => {
              const index = rows.entryAt(row);
              return (
                <LogRow
                  key={index}
                  id={`${id}-${index}`}
                  entry={history.entry(index)}
                  rowNumber={row + 1}
                  rowCount={rows.length}
                  isSelected={index === selectedEntry}
                  isLater={index > shownIndex(snapshot)}
                />
              );
            }}
          </Rows>
        </div>
        {entry !== undefined && (
          <EntryDetail
            entry={entry}
            onCompare={() => compareWith(entry.index)}
            onClose={closeDetail}
          />
        )}
      </div>
    </div>
  );
}

/** Names the frame that the selected one is compared with. */
function CompareBar({ onCancel }: { readonly onCancel: () => void }): ReactNode {
  const { source, baseFrame } = usePanel();
  if (baseFrame === undefined) return null;
  const { index } = baseFrame;
  return (
    <div className="trace-banner">
      <p role="status">
        Comparing with{" "}
        {baseFrame.source === source ? (
          <EntryLink entry={index} />
        ) : (
          `${entryLabel(baseFrame.source, index)} of ${baseFrame.source.name}`
        )}
      </p>
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

/** Explains why the log has no rows, and clears the filter. */
function NoRowsHint(): ReactNode {
  const { snapshot, filter, filterLog } = usePanel();
  if (snapshot.end === snapshot.first) return <p className="empty">No log entries yet.</p>;
  const criteria =
    filter.text === undefined
      ? "the selected filters"
      : `“${filter.text}” and the selected filters`;
  return (
    <div className="empty">
      <p>No log entries match {criteria}.</p>
      <button type="button" className="button" onClick={() => filterLog({})}>
        Clear all filters
      </button>
    </div>
  );
}
