import type { ReactNode } from "react";
import { formatTime, numbered } from "../model/format.js";
import { entryName, shownIndex, timeOf, usePanel } from "./context.js";
import { IconButton } from "./IconButton.js";

/** Where in time the panel is, and the way through it. Says clearly when that is the past. */
export function TimeBar(): ReactNode {
  const panel = usePanel();
  const { source, snapshot, select } = panel;
  const { history, trace } = source;
  const { position, first, end, dropped } = snapshot;
  const index = shownIndex(snapshot);
  const isPast = position !== undefined;
  const entry = history.entry(index);
  const later = end - 1 - index;

  function step(by: number): void {
    history.step(by);
    select(shownIndex(history.getSnapshot()));
  }

  return (
    <div className={isPast ? "time-bar past" : "time-bar"}>
      <IconButton icon="back" label="Step back" disabled={index < first} onClick={() => step(-1)} />
      <IconButton
        icon="forward"
        label="Step forward"
        disabled={later <= 0}
        onClick={() => step(1)}
      />
      <p role="status">
        {isPast ? (
          <>
            <strong>Looking at the past</strong>
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
            <strong>{trace === undefined ? "Live" : "End of the trace"}</strong>
            {end === first && trace === undefined && ": waiting for the first message"}
          </>
        )}
        {dropped.entries > 0 && ` · ${dropped.entries.toLocaleString("en")} older entries dropped`}
      </p>
      {isPast && (
        <button type="button" className="button button-primary" onClick={history.live}>
          {trace === undefined ? "Back to live" : "To the end"}
        </button>
      )}
    </div>
  );
}
