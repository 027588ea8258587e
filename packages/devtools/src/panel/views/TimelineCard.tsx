import type { ReactNode } from "react";
import { explainTrack } from "../explain/explainTrack.js";
import { barLook } from "../model/bands.js";
import { momentAt } from "../model/source.js";
import type { Track } from "../model/tracks.js";
import { IconButton, LinkButton } from "../ui/controls.js";
import { usePanel } from "../ui/panelContext.js";
import { LogLink, StatusExplanationText, ToolCallDetails } from "./ToolCallDetails.js";

/** Shows details of the selected bar below the bars, as of the end of the log. */
export function TimelineCard(): ReactNode {
  const { selectedTrack } = usePanel();
  return selectedTrack === undefined ? (
    <p className="note">
      Select a bar for details. Click the ruler to inspect the state at that moment.
    </p>
  ) : (
    <TrackCard track={selectedTrack} />
  );
}

/** Explains a bar of the timeline. */
function TrackCard({ track }: { readonly track: Track }): ReactNode {
  const { source, snapshot, selectTrack, openState } = usePanel();
  const { history } = source;
  const index = snapshot.end - 1;
  const state = history.stateAt(index) ?? history.getState();
  const moment = momentAt(source, index);
  const { tone, name, status } = barLook(track, moment.tracks, moment.isEnd);
  const session = state.sessions.get(track.sessionId);
  const call = track.table === "toolCalls" ? session?.toolCalls.get(track.id) : undefined;
  return (
    <section className={`card ${tone}`} aria-label="Selected bar">
      <div role="status">
        <h3>
          {name} <span className="badge">{status}</span>
        </h3>
        <StatusExplanationText explanation={explainTrack(track, state, moment)} />
      </div>
      {call && session && <ToolCallDetails call={call} session={session} moment={moment} />}
      <p className="actions">
        <LogLink {...track} />
        <LinkButton onClick={() => openState(track.first.index)}>
          Show the state at its start
        </LinkButton>
      </p>
      <IconButton icon="close" label="Close" onClick={() => selectTrack(undefined)} />
    </section>
  );
}
