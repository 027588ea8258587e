import type { PatchPath } from "@acp-store/core";
import type { ReactNode } from "react";
import type { HistoryEntry } from "../../history/entry.js";
import { formatTime, shortId } from "../model/format.js";
import { entryName, timeOf, usePanel } from "../ui/context.js";
import { IconButton } from "../ui/IconButton.js";
import { JsonTree } from "../ui/JsonTree.js";
import { DiagnosticText } from "./DiagnosticText.js";

interface EntryDetailProps {
  readonly entry: HistoryEntry;
  readonly onClose: () => void;
}

/** One entry: the message, the event that it became, and what that changed. */
export function EntryDetail({ entry, onClose }: EntryDetailProps): ReactNode {
  const panel = usePanel();
  const { source, snapshot } = panel;
  const { history } = source;
  const { index } = entry;
  const isMarked = snapshot.bookmarks.some((bookmark) => bookmark.index === index);
  const name = entryName(source, index);
  return (
    <article className="detail" aria-label={`Detail of ${name}`}>
      <header className="detail-header">
        <h2>
          {name} <span className="faint">{formatTime(timeOf(panel, entry))}</span>
        </h2>
        <button
          type="button"
          className="button"
          disabled={snapshot.position === index}
          onClick={() => history.jump(index)}
        >
          Go to this point
        </button>
        <IconButton
          icon="star"
          label="Bookmark"
          pressed={isMarked}
          onClick={() => (isMarked ? history.unbookmark(index) : history.bookmark(index))}
        />
        <IconButton icon="close" label="Close the detail" onClick={onClose} />
      </header>
      {entry.diagnostics.map((diagnostic, place) => (
        <DiagnosticText key={place} diagnostic={diagnostic} />
      ))}
      <Affected entry={entry} />
      <div className="columns">
        <Column
          title="Frame"
          value={entry.frame?.msg}
          none="No message: done by the application."
        />
        <Column title="Event" value={entry.event} none="No event: the state is as it was." />
        <Patches entry={entry} />
      </div>
    </article>
  );
}

/** What was changed; leads to all that changed the same. */
function Affected({ entry }: { readonly entry: HistoryEntry }): ReactNode {
  const { setFilter } = usePanel();
  const entities = entry.affected.flatMap(({ table, id }) =>
    table === undefined || id === undefined ? [] : [{ table, id }],
  );
  if (entities.length === 0) return null;
  return (
    <p className="affected">
      Changed:
      {entities.map((entity) => (
        <button
          key={`${entity.table} ${entity.id}`}
          type="button"
          className="chip"
          title={`Show all that changed ${entity.id}`}
          onClick={() => setFilter({ entity })}
        >
          {entity.table} {shortId(entity.id)}
        </button>
      ))}
    </p>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly value: unknown;
  readonly none: string;
}

function Column({ title, value, none }: ColumnProps): ReactNode {
  return (
    <section className="column" aria-label={title}>
      <h3>{title}</h3>
      {value === undefined ? (
        <p className="faint">{none}</p>
      ) : (
        <JsonTree value={value} label={title.toLowerCase()} depth={4} />
      )}
    </section>
  );
}

/** Patches by their paths, which is how one reads them. */
function Patches({ entry: { patches } }: { readonly entry: HistoryEntry }): ReactNode {
  return (
    <section className="column" aria-label="Patches">
      <h3>Patches</h3>
      {patches.length === 0 && <p className="faint">Nothing was changed.</p>}
      {patches.map((patch, place) => (
        <div key={place} className="patch">
          <p title={patch.path.join(" › ")}>
            <span className="badge">{patch.op}</span> <code>{shortPath(patch.path)}</code>
          </p>
          {"value" in patch && <JsonTree value={patch.value} label="value" depth={1} />}
        </div>
      ))}
    </section>
  );
}

/** The end of a path says what it is about. */
function shortPath(path: PatchPath): string {
  const inSession = path[0] === "sessions" && path.length > 2 ? path.slice(2) : path;
  return inSession.map((part) => shortId(String(part))).join(" › ");
}
