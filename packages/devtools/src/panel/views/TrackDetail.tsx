import type { ReactNode } from "react";
import type { LogFilter } from "../model/logFilter.js";
import { nameOf, trackWords } from "../model/trackWords.js";
import type { Track } from "../model/tracks.js";
import { usePanel } from "../ui/context.js";
import { Sentence } from "../ui/EntryLink.js";

/** What became of a bar of the timeline, by the end of the log. */
export function TrackDetail({ track }: { readonly track: Track | undefined }): ReactNode {
  const { source, snapshot, digest, setFilter } = usePanel();
  if (track === undefined)
    return (
      <p className="note">Click a bar to see what became of it, or anywhere to go to that point.</p>
    );
  const index = snapshot.end - 1;
  const state = source.history.stateAt(index) ?? source.history.getState();
  const moment = { tracks: digest.tracks, index, isEnd: snapshot.isDetached };
  return (
    <div className="note chosen" role="status">
      <strong>{nameOf(track)}</strong> <Sentence words={trackWords(track, state, moment)} />
      <button type="button" className="link" onClick={() => setFilter(filterFor(track))}>
        {SHOWS[track.table]}
      </button>
    </div>
  );
}

/** What the log shows of it, and how the way there is named. */
const SHOWS = {
  turns: "Show its beginning and end in the log",
  toolCalls: "Show its updates, permission and turn in the log",
  permissions: "Show the request and the answer in the log",
} as const;

function filterFor({ table, sessionId, id }: Track): LogFilter {
  return table === "toolCalls"
    ? { about: { sessionId, toolCallId: id } }
    : { entity: { table, id } };
}
