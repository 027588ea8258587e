import type { ReactNode } from "react";
import type { LogFilter as Filter } from "../model/logFilter.js";
import { numbered, shortId } from "../model/format.js";
import { entryName, usePanel } from "../ui/context.js";
import { Picker } from "../ui/Picker.js";
import { DirectionLegend } from "./DirectionLegend.js";
import { FilterChips } from "./FilterChips.js";

interface LogFilterProps {
  readonly count: number;
  readonly isSearching: boolean;
}

/** What of the log is shown. */
export function LogFilter({ count, isSearching }: LogFilterProps): ReactNode {
  const { source, digest, snapshot, filter, setFilter, select } = usePanel();

  /** What is empty is not filtered by. */
  function change(changed: { readonly [Key in keyof Filter]: Filter[Key] | undefined }): void {
    const fields = Object.entries({ ...filter, ...changed });
    setFilter(
      Object.fromEntries(fields.filter(([, value]) => value !== undefined && value !== "")),
    );
  }

  return (
    <div className="filter" role="search" aria-label="Log">
      <input
        type="search"
        className="input"
        placeholder="Search: a method, kind or text"
        aria-label="Search in messages"
        value={filter.text ?? ""}
        onChange={({ target }) => change({ text: target.value })}
      />
      {digest.sessions.length > 1 && (
        <Picker
          label="Session"
          all="All sessions"
          value={filter.sessionId}
          options={digest.sessions.map((id) => ({ value: id, name: shortId(id) }))}
          onPick={(sessionId) => change({ sessionId })}
        />
      )}
      <Picker
        label="Kind"
        all="All kinds"
        value={filter.kind}
        options={[...new Set([...digest.names.toSorted(), ...digest.events.toSorted()])].map(
          (kind) => ({ value: kind, name: kind }),
        )}
        onPick={(kind) => change({ kind })}
      />
      <Picker
        label="Direction"
        all="Both directions"
        value={filter.direction}
        options={DIRECTIONS}
        onPick={(direction) => change({ direction })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={filter.diagnosticsOnly === true}
          onChange={({ target }) => change({ diagnosticsOnly: target.checked ? true : undefined })}
        />
        Diagnostics only
      </label>
      <FilterChips />
      {snapshot.bookmarks.length > 0 && (
        <Picker
          label="Bookmarks"
          all="Bookmarks"
          value={undefined}
          options={snapshot.bookmarks.map(({ index }) => ({
            value: String(index),
            name: entryName(source, index),
          }))}
          onPick={(index) => select(Number(index))}
        />
      )}
      <DirectionLegend />
      <span className="filter-count" role="status">
        {isSearching ? "Searching… " : ""}
        {numbered(count, "entry")}
      </span>
    </div>
  );
}

const DIRECTIONS = [
  { value: "recv", name: "From the agent" },
  { value: "sent", name: "From the client" },
  { value: "local", name: "Done here" },
] as const;
