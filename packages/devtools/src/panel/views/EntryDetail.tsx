import type { ReactNode } from "react";
import type { HistoryEntry } from "../../history/entry.js";
import { formatTime } from "../model/format.js";
import { noEventWords } from "../model/noEventWords.js";
import { entryName, timeOf, usePanel } from "../ui/context.js";
import { IconButton } from "../ui/IconButton.js";
import { JsonTree } from "../ui/JsonTree.js";
import { AffectedEntities } from "./AffectedEntities.js";
import { DiagnosticText, FindingText } from "./DiagnosticText.js";
import { Patches } from "./Patches.js";

interface EntryDetailProps {
  readonly entry: HistoryEntry;
  readonly onClose: () => void;
}

/** One entry: the message, the event that it became, and what that changed. */
export function EntryDetail({ entry, onClose }: EntryDetailProps): ReactNode {
  const panel = usePanel();
  const { source, snapshot, conformance } = panel;
  const { history } = source;
  const { index } = entry;
  const isMarked = snapshot.bookmarks.some((bookmark) => bookmark.index === index);
  const name = entryName(source, index);
  return (
    <article className="detail" aria-label={`Detail of ${name}`}>
      <header className="detail-header">
        <h2>
          {name} <span className="faint">{source.digest.nameOf(entry)}</span>{" "}
          <span className="faint" title="Since the first entry of the log">
            {formatTime(timeOf(panel, entry))}
          </span>
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
      {(conformance?.at.get(index) ?? []).map((found, place) => (
        <FindingText key={place} found={found} />
      ))}
      {entry.frame === undefined && <p className="note">No message: done by the application.</p>}
      {entry.event === undefined && <p className="note">{noEventWords(entry)}</p>}
      <AffectedEntities affected={entry.affected} />
      <div className="columns">
        {entry.frame !== undefined && (
          <Column title="Message" about="as it went over the wire">
            <JsonTree value={entry.frame.msg} label="message" depth={4} />
          </Column>
        )}
        {entry.event !== undefined && (
          <Column
            title="Event"
            about={`what the store read in it; at: ${formatTime(timeOf(panel, entry))} since the first entry`}
          >
            <JsonTree value={entry.event} label="event" depth={4} />
          </Column>
        )}
        {entry.patches.length > 0 && (
          <Column title="Patches" about="what that changed in the store’s state">
            <Patches patches={entry.patches} />
          </Column>
        )}
      </div>
    </article>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

function Column({ title, about, children }: ColumnProps): ReactNode {
  return (
    <section className="column" aria-label={title}>
      <h3>
        {title} <span className="faint">{about}</span>
      </h3>
      {children}
    </section>
  );
}
