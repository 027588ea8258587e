import type { ReactNode } from "react";
import type { HistoryEntry } from "../../history/entry.js";
import { formatTime } from "../model/format.js";
import { entryName, timeOf, usePanel } from "../ui/context.js";
import { IconButton } from "../ui/IconButton.js";
import { JsonTree } from "../ui/JsonTree.js";
import { AffectedEntities } from "./AffectedEntities.js";
import { DiagnosticText } from "./DiagnosticText.js";
import { Patches } from "./Patches.js";

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
      <AffectedEntities affected={entry.affected} />
      <div className="columns">
        <Column
          title="Frame"
          value={entry.frame?.msg}
          none="No message: done by the application."
        />
        <Column title="Event" value={entry.event} none="No event: the state is as it was." />
        <Patches patches={entry.patches} />
      </div>
    </article>
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
