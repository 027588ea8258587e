import type { PatchPath } from "@acp-store/core";
import { lazy, type ReactNode, Suspense } from "react";
import type { HistoryEntry } from "../../history/entry.js";
import { explainMissingEvent } from "../explain/summarizeEntry.js";
import { pathOf } from "../model/conformance.js";
import { formatTime, shortId } from "../model/format.js";
import { plainText } from "../model/plainText.js";
import { entryLabel } from "../model/source.js";
import { Icon, IconButton } from "../ui/controls.js";
import { CopyButton } from "../ui/CopyButton.js";
import { EntryLink } from "../ui/Explanation.js";
import { JsonTree } from "../ui/JsonTree.js";
import { timeSinceStart, usePanel } from "../ui/panelContext.js";
import { DiagnosticText, FindingText } from "./DiagnosticText.js";
import { ResendButton } from "./ResendButton.js";

const LazyFrameDifference = lazy(async () => ({
  default: (await import("./FrameDifference.js")).FrameDifference,
}));

interface EntryDetailProps {
  readonly entry: HistoryEntry;
  readonly onCompare: () => void;
  readonly onClose: () => void;
}

/** Shows the message of an entry, the event that the store created from it, and the patches. */
export function EntryDetail({ entry, onCompare, onClose }: EntryDetailProps): ReactNode {
  const panel = usePanel();
  const { source, snapshot, conformance } = panel;
  const { history } = source;
  const { index } = entry;
  const isBookmarked = snapshot.bookmarks.some((bookmark) => bookmark.index === index);
  const findings = conformance?.findingsByEntry.get(index) ?? [];
  const label = entryLabel(source, index);
  const time = formatTime(timeSinceStart(panel, entry));
  return (
    <article className="detail" aria-label={`Detail of ${label}`}>
      <header className="detail-header">
        <h2>
          {label} <span className="faint">{source.digest.nameOf(entry)}</span>{" "}
          <span className="faint" title="The time since the first entry of the log">
            {time}
          </span>
        </h2>
        <button
          type="button"
          className="button"
          disabled={snapshot.position === index}
          onClick={() => history.jumpTo(index)}
        >
          Go to this point
        </button>
        {entry.frame !== undefined && (
          <button
            type="button"
            className="button icon-when-narrow"
            aria-label="Compare with another frame"
            title="Compare with another frame"
            onClick={onCompare}
          >
            <Icon name="compare" />
            <span>Compare</span>
          </button>
        )}
        <CopyButtons frame={entry.frame} />
        <ResendButton key={index} frame={entry.frame} />
        <IconButton
          icon="star"
          label="Bookmark"
          pressed={isBookmarked}
          onClick={() => (isBookmarked ? history.removeBookmark(index) : history.bookmark(index))}
        />
        <IconButton icon="close" label="Close details" onClick={onClose} />
      </header>
      <BaseDifference entry={entry} />
      {entry.diagnostics
        .filter((diagnostic) => conformance?.explained.has(diagnostic) !== true)
        .map((diagnostic, place) => (
          <DiagnosticText key={place} diagnostic={diagnostic} />
        ))}
      {findings.map((logged, place) => (
        <FindingText key={place} logged={logged} />
      ))}
      {entry.frame === undefined && (
        <p className="note">No message: the application made this change.</p>
      )}
      {entry.event === undefined && <p className="note">{explainMissingEvent(entry)}</p>}
      <ExchangeText entry={entry} />
      <AffectedEntities affected={entry.affected} />
      <div className="columns">
        {entry.direction === "stderr" && (
          <Column title="Output" caption="without colors">
            <pre className="output">{plainText(String(entry.frame?.msg))}</pre>
          </Column>
        )}
        {entry.frame !== undefined && entry.direction !== "stderr" && (
          <Column title="Message" caption="as sent over the wire">
            <JsonTree
              value={entry.frame.msg}
              label="message"
              depth={4}
              problems={findings.map(({ finding }) => pathOf(finding))}
            />
          </Column>
        )}
        {entry.event !== undefined && (
          <Column title="Event" caption={`created by the store ${time} after the first entry`}>
            <JsonTree value={entry.event} label="event" depth={4} />
          </Column>
        )}
        {entry.patches.length > 0 && (
          <Column title="Patches" caption="changes to the state of the store">
            <PatchList patches={entry.patches} />
          </Column>
        )}
      </div>
    </article>
  );
}

/** The difference between the frame that the user compares others with and this one. */
function BaseDifference({ entry }: { readonly entry: HistoryEntry }): ReactNode {
  const { source, baseFrame } = usePanel();
  if (baseFrame === undefined) return null;
  const base = baseFrame.source.history.entry(baseFrame.index)?.frame;
  if (base === undefined)
    return <p className="note">The log has dropped the frame to compare with.</p>;
  if (base === entry.frame)
    return <p className="note">Select another row to see how its message differs.</p>;
  if (entry.frame === undefined) return null;
  return (
    <Suspense fallback={<p className="note">Comparing…</p>}>
      <LazyFrameDifference
        key={entry.index}
        left={{ label: entryLabel(baseFrame.source, baseFrame.index), msg: base.msg }}
        right={{ label: entryLabel(source, entry.index), msg: entry.frame.msg }}
      />
    </Suspense>
  );
}

/** Links a request to its response, or a response to its request, with the time between them. */
function ExchangeText({ entry }: { readonly entry: HistoryEntry }): ReactNode {
  const { source } = usePanel();
  const exchange = source.digest.exchangeOf(entry);
  if (exchange === undefined) return null;
  const { method, sentBy, request, response, error, isAbandoned } = exchange;
  const answered = error === undefined ? "answered" : "refused";
  if (response === undefined)
    return (
      <p className="note">
        A request of the {sentBy}.{" "}
        {isAbandoned === true
          ? "The connection ended before a response."
          : "It has no response yet."}
      </p>
    );
  const duration = formatTime(response.at - request.at);
  return (
    <p className="note">
      {entry.index >= response.index ? (
        <>
          The response to {method}, sent by the {sentBy} at <EntryLink entry={request.index} />,{" "}
          {duration} earlier.
        </>
      ) : (
        <>
          A request of the {sentBy}, {answered} at <EntryLink entry={response.index} />, {duration}{" "}
          later.
        </>
      )}
    </p>
  );
}

/** Buttons that copy the message as JSON, and as a line for the stdin of an agent. */
function CopyButtons({ frame }: Pick<HistoryEntry, "frame">): ReactNode {
  if (frame === undefined) return null;
  const { dir, msg } = frame;
  if (typeof msg === "string") return <CopyButton label="Copy the line" text={() => msg} />;
  return (
    <>
      <CopyButton label="Copy the message" text={() => JSON.stringify(msg, undefined, 2)} />
      {dir === "sent" && (
        <CopyButton label="Copy as a line for stdin" text={() => JSON.stringify(msg)} />
      )}
    </>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly caption: string;
  readonly children: ReactNode;
}

function Column({ title, caption, children }: ColumnProps): ReactNode {
  return (
    <section className="column" aria-label={title}>
      <h3>
        {title} <span className="faint">{caption}</span>
      </h3>
      {children}
    </section>
  );
}

/** Shows the entities that an entry changed. Each filters the log for the changes to that entity. */
function AffectedEntities({ affected }: Pick<HistoryEntry, "affected">): ReactNode {
  const { filterLog } = usePanel();
  const entities = affected.flatMap(({ table, id, sessionId }) =>
    table === undefined || id === undefined ? [] : [{ table, id, sessionId }],
  );
  if (entities.length === 0) return null;
  return (
    <p className="affected">
      Changed:
      {entities.map((entity) => (
        <button
          key={`${entity.sessionId} ${entity.table} ${entity.id}`}
          type="button"
          className="chip"
          title={`Show all changes to ${entity.id}`}
          onClick={() => filterLog({ entity })}
        >
          {entity.table} {shortId(entity.id)}
        </button>
      ))}
    </p>
  );
}

function PatchList({ patches }: Pick<HistoryEntry, "patches">): ReactNode {
  return patches.map((patch, index) => (
    <div key={index} className="patch">
      <p title={patch.path.join(" › ")}>
        <span className="badge">{patch.op}</span> <code>{shortPath(patch.path)}</code>
      </p>
      {"value" in patch && <JsonTree value={patch.value} label="value" depth={1} />}
    </div>
  ));
}

/** Returns the path within the session, with short ids. */
function shortPath(path: PatchPath): string {
  const inSession = path[0] === "sessions" && path.length > 2 ? path.slice(2) : path;
  return inSession.map((part) => shortId(String(part))).join(" › ");
}
