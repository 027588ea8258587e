import type { ReactNode } from "react";
import { formatTime, numbered } from "../model/format.js";
import { endWords } from "../model/endWords.js";
import { entryName, isPast, shownIndex, timeOf, usePanel } from "./context.js";
import { IconButton } from "./IconButton.js";

/** Where in time the panel is, and the way through it. Says clearly when that is the past. */
export function TimeBar(): ReactNode {
  const panel = usePanel();
  const { source, snapshot, select } = panel;
  const { history, trace } = source;
  const { first, end, dropped, isDetached } = snapshot;
  const index = shownIndex(snapshot);
  const past = isPast(snapshot);
  const entry = history.entry(index);
  const later = end - 1 - index;

  function step(by: number): void {
    history.step(by);
    select(shownIndex(history.getSnapshot()));
  }

  return (
    <div className={`time-bar ${past ? "past" : isDetached ? "over" : "live"}`}>
      <IconButton icon="back" label="Step back" disabled={index < first} onClick={() => step(-1)} />
      <IconButton
        icon="forward"
        label="Step forward"
        disabled={later <= 0}
        onClick={() => step(1)}
      />
      <p role="status">
        {past ? (
          <>
            <strong>
              {later > 0 ? "State and Pending show the past" : "Stopped at the newest entry"}
            </strong>
            {index < first ? (
              ": before the first entry"
            ) : (
              <>
                : after {entryName(source, index)}
                {entry && `, ${formatTime(timeOf(panel, entry))}`}
              </>
            )}
            {later > 0 && `. ${numbered(later, "later entry")}`}
          </>
        ) : (
          <>
            <strong>{isDetached ? nameOfEnd(trace !== undefined, end === first) : "Live"}</strong>
            {isDetached && endWords(history.getState())}
            {end === first && !isDetached && ": waiting for the first message"}
          </>
        )}
        {dropped.entries > 0 && ` · ${dropped.entries.toLocaleString("en")} older entries dropped`}
      </p>
      {past && (
        <button type="button" className="button button-primary" onClick={history.live}>
          {isDetached ? "To the end" : "Back to live"}
        </button>
      )}
    </div>
  );
}

function nameOfEnd(isTrace: boolean, isEmpty: boolean): string {
  if (isTrace) return "End of the trace";
  return isEmpty ? "Nothing was logged" : "End of the log";
}
