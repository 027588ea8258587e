import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { shownIndex, usePanel } from "../ui/context.js";
import { ROW_HEIGHT, Rows } from "../ui/Rows.js";
import { useLogRows } from "../ui/useLogRows.js";
import { EntryDetail } from "./EntryDetail.js";
import { LogFilter } from "./LogFilter.js";
import { LogHead } from "./LogHead.js";
import { LogRow } from "./LogRow.js";
import { NoRows } from "./NoRows.js";

const PAGE = 10;

/** All messages and commits, one line each, and one of them in detail. */
export function LogView(): ReactNode {
  const { source, snapshot, selected, select } = usePanel();
  const { history } = source;
  const { rows, isSearching } = useLogRows();
  const id = useId();
  const active = selected === undefined ? undefined : rows.rowOf(selected);
  const entry = selected === undefined ? undefined : history.entry(selected);
  const body = useRef<HTMLDivElement>(null);

  function closeDetail(): void {
    select(undefined);
    // What had the focus goes away.
    body.current?.querySelector<HTMLElement>("[role=listbox]")?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const inSight = Math.ceil(event.currentTarget.scrollTop / ROW_HEIGHT);
    const from = active ?? inSight;
    // The first key chooses a row that is in sight.
    const step = active === undefined ? 0 : 1;
    const target = {
      ArrowUp: from - step,
      ArrowDown: from + step,
      PageUp: from - step * PAGE,
      PageDown: from + step * PAGE,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (target !== undefined && rows.length > 0) {
      event.preventDefault();
      select(rows.at(Math.min(Math.max(target, 0), rows.length - 1)));
    }
    if (event.key === "Enter" && selected !== undefined) history.jump(selected);
  }

  return (
    <div
      className="log"
      onKeyDown={(event) => {
        if (event.key === "Escape" && entry !== undefined) closeDetail();
      }}
    >
      <LogFilter count={rows.length} isSearching={isSearching} />
      <div ref={body} className={entry === undefined ? "log-body" : "log-body with-detail"}>
        <div className="log-list">
          <LogHead />
          {rows.length === 0 && !isSearching && <NoRows />}
          <Rows
            label="Log"
            length={rows.length}
            active={active}
            activeId={`${id}-${selected}`}
            follows={selected === undefined && snapshot.position === undefined}
            onKeyDown={onKeyDown}
          >
            {(row) => (
              <LogRow
                key={rows.at(row)}
                id={`${id}-${rows.at(row)}`}
                entry={history.entry(rows.at(row))}
                place={row + 1}
                count={rows.length}
                isSelected={rows.at(row) === selected}
                isLater={rows.at(row) > shownIndex(snapshot)}
              />
            )}
          </Rows>
        </div>
        {entry !== undefined && <EntryDetail entry={entry} onClose={closeDetail} />}
      </div>
    </div>
  );
}
