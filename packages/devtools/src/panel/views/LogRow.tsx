import type { ReactNode } from "react";
import type { HistoryEntry } from "../../history/entry.js";
import { summarizeEntry } from "../explain/summarizeEntry.js";
import { severityOf } from "../model/conformance.js";
import { isResent } from "../model/resend.js";
import { formatDelta, formatTime, shortId } from "../model/format.js";
import { Icon } from "../ui/controls.js";
import { timeSinceStart, usePanel } from "../ui/panelContext.js";
import { CodeBadge } from "./DiagnosticText.js";

const DIRECTION_NAMES = {
  recv: "from the agent",
  sent: "from the client",
  stderr: "from stderr",
  local: "local",
} as const;

interface LogRowProps {
  readonly id: string;
  readonly entry: HistoryEntry | undefined;
  /** Counted from 1. */
  readonly rowNumber: number;
  readonly rowCount: number;
  readonly isSelected: boolean;
  /** Whether the entry came after the shown moment. */
  readonly isLater: boolean;
}

/** One line of the log. */
export function LogRow(props: LogRowProps): ReactNode {
  const { id, entry, rowNumber, rowCount, isSelected, isLater } = props;
  const panel = usePanel();
  const { source, snapshot, digest, conformance, selectEntry } = panel;
  if (entry === undefined) return null;
  const { index, direction, event, sessionId, diagnostics } = entry;
  const findings = conformance?.findingsByEntry.get(index) ?? [];
  const problems = [
    ...diagnostics
      .filter((diagnostic) => conformance?.explained.has(diagnostic) !== true)
      .map(({ code }) => ({ code, severity: severityOf(code, conformance) })),
    ...findings.map(({ finding }) => finding),
  ];
  const previous = source.history.entry(index - 1);
  const isBookmarked = snapshot.bookmarks.some((bookmark) => bookmark.index === index);
  return (
    // The list handles the keyboard.
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-posinset={rowNumber}
      aria-setsize={rowCount}
      className={`row ${direction}${isLater ? " later" : ""}`}
      onClick={() => selectEntry(index)}
      onDoubleClick={() => source.history.jumpTo(index)}
    >
      <span className="row-frame">{source.digest.frameOf(index) ?? "–"}</span>
      <span className="row-time">{formatTime(timeSinceStart(panel, entry))}</span>
      <span className="row-delta">{previous && formatDelta(entry.at - previous.at)}</span>
      <span className={`row-direction ${direction}`} title={DIRECTION_NAMES[direction]}>
        <Icon name={direction} />
        <span className="sr-only">{DIRECTION_NAMES[direction]}</span>
      </span>
      <span className="row-name">
        {source.digest.nameOf(entry) ?? <span className="faint">no message</span>}
      </span>
      {direction !== "stderr" && (
        <span className={event === undefined ? "row-event none" : "row-event"}>
          {event?.type ?? "no event"}
        </span>
      )}
      {isResent(entry.frame) && <span className="badge">sent again</span>}
      <span className="row-summary">{summarizeEntry(entry, digest.tracks)}</span>
      <CodeBadge problems={problems} />
      {isBookmarked && <Icon name="star" />}
      {digest.sessions.length > 1 && sessionId !== undefined && (
        <span className="row-session" title={sessionId}>
          {shortId(sessionId)}
        </span>
      )}
    </div>
  );
}

/** The column headers of the log. */
export function LogColumns(): ReactNode {
  return (
    <div className="row log-head">
      <span className="row-frame" title="The number of the message or line of stderr">
        Frame
      </span>
      <span className="row-time" title="The time since the first entry of the log">
        Time
      </span>
      <span className="row-delta" title="The time since the previous row of the log">
        Delta
      </span>
      <span className="row-direction" aria-hidden="true" />
      <span className="row-name" title="The method of the message, or the kind of its update">
        Message
      </span>
      <span className="row-event" title="The event that the store created from the message">
        Event
      </span>
    </div>
  );
}

/** Explains the arrows of the rows. */
export function DirectionLegend(): ReactNode {
  return (
    <span className="row-legend">
      {(["recv", "sent", "stderr", "local"] as const).map((direction) => (
        <span key={direction} className={`row-direction ${direction}`}>
          <Icon name={direction} />
          {DIRECTION_NAMES[direction]}
        </span>
      ))}
    </span>
  );
}
