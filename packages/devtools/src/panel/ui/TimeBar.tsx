import type { AcpState } from "@acp-store/core";
import type { ReactNode } from "react";
import { formatCount, formatTime } from "../model/format.js";
import { entryLabel } from "../model/source.js";
import { IconButton } from "./controls.js";
import { isPast, shownIndex, timeSinceStart, usePanel } from "./panelContext.js";

/** Shows whether the panel is live, at the end of a log or in the past, and steps through the log. */
export function TimeBar(): ReactNode {
  const { source, snapshot, selectEntry } = usePanel();
  const { history } = source;
  const { first, end, dropped, isDetached } = snapshot;
  const index = shownIndex(snapshot);
  const past = isPast(snapshot);

  function step(by: number): void {
    history.step(by);
    selectEntry(shownIndex(history.getSnapshot()));
  }

  return (
    <div className={`time-bar ${past ? "past" : isDetached ? "over" : "live"}`}>
      <IconButton icon="back" label="Step back" disabled={index < first} onClick={() => step(-1)} />
      <IconButton
        icon="forward"
        label="Step forward"
        disabled={index >= end - 1}
        onClick={() => step(1)}
      />
      <p role="status">
        {past ? <PastStatus /> : <PresentStatus />}
        {dropped.entries > 0 && ` · ${dropped.entries.toLocaleString("en")} older entries dropped`}
      </p>
      {past && (
        <button type="button" className="button button-primary" onClick={history.goLive}>
          {isDetached ? "Go to the end" : "Back to live"}
        </button>
      )}
    </div>
  );
}

function PastStatus(): ReactNode {
  const panel = usePanel();
  const { source, snapshot } = panel;
  const index = shownIndex(snapshot);
  const entry = source.history.entry(index);
  const later = snapshot.end - 1 - index;
  return (
    <>
      <strong>
        {later > 0 ? "State and Pending show the past" : "Stopped at the newest entry"}
      </strong>
      {index < snapshot.first ? ": before the first entry" : `: after ${entryLabel(source, index)}`}
      {entry && `, ${formatTime(timeSinceStart(panel, entry))}`}
      {later > 0 && `. ${formatCount(later, "later entry")}`}
    </>
  );
}

function PresentStatus(): ReactNode {
  const { source, snapshot } = usePanel();
  const isEmpty = snapshot.end === snapshot.first;
  if (!snapshot.isDetached)
    return (
      <>
        <strong>Live</strong>
        {isEmpty && ": waiting for the first message"}
      </>
    );
  const endName = isEmpty ? "Nothing logged" : "End of the log";
  return (
    <>
      <strong>{source.trace === undefined ? endName : "End of the trace"}</strong>
      {endReason(source.history.getState())}
    </>
  );
}

/** Returns why a log ended, judging by the state at its end. */
function endReason({ connection, sessions }: AcpState): string {
  const { status, reason } = connection ?? {};
  if ((status === "closed" || status === "lost") && reason !== undefined) return `: ${reason}`;
  return [...sessions.values()].some(({ openTurns }) => openTurns.length > 0)
    ? ", during a turn"
    : "";
}
