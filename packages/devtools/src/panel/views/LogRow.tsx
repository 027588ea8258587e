import type { ReactNode } from "react";
import type { HistoryEntry } from "../../history/entry.js";
import { formatTime, shortId } from "../model/format.js";
import { summaryOf } from "../model/summary.js";
import { timeOf, usePanel } from "../ui/context.js";
import { Icon } from "../ui/Icon.js";
import { CodeBadge } from "./CodeBadge.js";
import { DIRECTIONS } from "./directions.js";

interface LogRowProps {
  readonly id: string;
  readonly entry: HistoryEntry | undefined;
  /** Which row of how many it is, from 1. */
  readonly place: number;
  readonly count: number;
  readonly isSelected: boolean;
  /** It comes after the point that is looked at. */
  readonly isLater: boolean;
}

/** One line of the log. */
export function LogRow(props: LogRowProps): ReactNode {
  const { id, entry, place, count, isSelected, isLater } = props;
  const panel = usePanel();
  const { source, snapshot, digest, conformance, select } = panel;
  if (entry === undefined) return null;
  const { index, direction, event, sessionId, diagnostics } = entry;
  const name = source.digest.nameOf(entry);
  const found = conformance?.at.get(index) ?? [];
  const codes = [...diagnostics, ...found.map(({ finding }) => finding)].map(({ code }) => code);
  const isMarked = snapshot.bookmarks.some((bookmark) => bookmark.index === index);
  return (
    // Keys are handled by the list.
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-posinset={place}
      aria-setsize={count}
      className={`row ${direction}${isLater ? " later" : ""}`}
      onClick={() => select(index)}
      onDoubleClick={() => source.history.jump(index)}
    >
      <span className="row-frame">{source.digest.frameOf(index) ?? "–"}</span>
      <span className="row-time">{formatTime(timeOf(panel, entry))}</span>
      <span className={`row-direction ${direction}`} title={DIRECTIONS[direction]}>
        <Icon name={direction} />
        <span className="sr-only">{DIRECTIONS[direction]}</span>
      </span>
      <span className="row-name">{name ?? <span className="faint">no message</span>}</span>
      <span className={event === undefined ? "row-event none" : "row-event"}>
        {event?.type ?? "no event"}
      </span>
      <span className="row-summary">{summaryOf(entry, digest.tracks)}</span>
      <CodeBadge codes={codes} />
      {isMarked && <Icon name="star" />}
      {digest.sessions.length > 1 && sessionId !== undefined && (
        <span className="row-session" title={sessionId}>
          {shortId(sessionId)}
        </span>
      )}
    </div>
  );
}
