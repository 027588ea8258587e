import type { ReactNode } from "react";
import { formatCount, shortId } from "../model/format.js";
import type { LogFilter } from "../model/logSearch.js";
import { entryLabel } from "../model/source.js";
import { IconButton, Picker } from "../ui/controls.js";
import { usePanel } from "../ui/panelContext.js";
import { DirectionLegend } from "./LogRow.js";

const DIRECTION_OPTIONS = [
  { value: "recv", name: "From the agent" },
  { value: "sent", name: "From the client" },
  { value: "stderr", name: "From stderr" },
  { value: "local", name: "Local" },
] as const;

type FilterChanges = { readonly [Key in keyof LogFilter]: LogFilter[Key] | undefined };

interface LogFilterBarProps {
  readonly count: number;
  readonly isSearching: boolean;
}

/** The search field and the filters of the log, with the number of matching entries. */
export function LogFilterBar({ count, isSearching }: LogFilterBarProps): ReactNode {
  const { source, digest, snapshot, filter, filterLog, selectEntry } = usePanel();

  /** Changes fields of the filter. Empty fields are removed. */
  function change(changed: FilterChanges): void {
    const fields = Object.entries({ ...filter, ...changed });
    filterLog(
      Object.fromEntries(fields.filter(([, value]) => value !== undefined && value !== "")),
    );
  }

  return (
    <div className="filter" role="search" aria-label="Log">
      <input
        type="search"
        className="input"
        placeholder="Search messages"
        aria-label="Search messages"
        value={filter.text ?? ""}
        onChange={({ target }) => change({ text: target.value })}
      />
      {digest.sessions.length > 1 && (
        <Picker
          label="Session"
          placeholder="All"
          value={filter.sessionId}
          options={digest.sessions.map((id) => ({ value: id, name: shortId(id) }))}
          onPick={(sessionId) => change({ sessionId })}
        />
      )}
      <Picker
        label="Kind"
        placeholder="All"
        value={filter.kind}
        options={[
          ...new Set([...digest.messageNames.toSorted(), ...digest.eventTypes.toSorted()]),
        ].map((kind) => ({ value: kind, name: kind }))}
        onPick={(kind) => change({ kind })}
      />
      <Picker
        label="Direction"
        placeholder="All"
        value={filter.direction}
        options={DIRECTION_OPTIONS}
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
      <FilterChips onChange={change} />
      {snapshot.bookmarks.length > 0 && (
        <Picker
          label="Bookmarks"
          placeholder="Go to…"
          value={undefined}
          options={snapshot.bookmarks.map(({ index }) => ({
            value: String(index),
            name: entryLabel(source, index),
          }))}
          onPick={(index) => selectEntry(Number(index))}
        />
      )}
      <DirectionLegend />
      <span className="filter-count" role="status">
        {isSearching ? "Searching… " : ""}
        {formatCount(count, "entry")}
      </span>
    </div>
  );
}

interface FilterChipsProps {
  readonly onChange: (changed: FilterChanges) => void;
}

/** The filters that other views set: the changes of an entity, and the entries about a tool call. */
function FilterChips({ onChange }: FilterChipsProps): ReactNode {
  const { digest, filter } = usePanel();
  const { about, entity } = filter;
  const call = about && digest.tracks.find(about.sessionId, "toolCalls", about.toolCallId);
  return (
    <>
      {about !== undefined && (
        <FilterChip
          text={`About “${call?.title ?? about.toolCallId}”`}
          hint="The updates, permission requests and turn of this tool call"
          onRemove={() => onChange({ about: undefined })}
        />
      )}
      {entity !== undefined && (
        <FilterChip
          text={`Changes to ${entity.table} ${shortId(entity.id)}`}
          hint={`The entries that changed ${entity.id}`}
          onRemove={() => onChange({ entity: undefined })}
        />
      )}
    </>
  );
}

interface FilterChipProps {
  readonly text: string;
  readonly hint: string;
  readonly onRemove: () => void;
}

function FilterChip({ text, hint, onRemove }: FilterChipProps): ReactNode {
  return (
    <span className="chip" title={hint}>
      <span className="chip-name">{text}</span>
      <IconButton icon="close" label="Remove this filter" onClick={onRemove} />
    </span>
  );
}
