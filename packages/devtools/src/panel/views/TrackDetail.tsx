import type { ReactNode } from "react";
import { nameOf, trackWords } from "../model/trackWords.js";
import type { Track } from "../model/tracks.js";
import { usePanel } from "../ui/context.js";
import { Sentence } from "../ui/EntryLink.js";
import { LogLink } from "./LogLink.js";

/** What became of a bar of the timeline, by the end of the log. */
export function TrackDetail({ track }: { readonly track: Track | undefined }): ReactNode {
  const { source, snapshot, digest } = usePanel();
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
      <LogLink {...track} />
    </div>
  );
}
