import type { AcpState } from "@acp-store/core";
import type { ReactNode } from "react";
import { barLook } from "../model/barLook.js";
import type { Moment } from "../model/moment.js";
import type { Track } from "../model/tracks.js";
import { explainTrack } from "../model/trackWords.js";
import { usePanel } from "../ui/context.js";
import { IconButton } from "../ui/IconButton.js";
import { CallFacts } from "./CallFacts.js";
import { Explained } from "./Explained.js";
import { LogLink } from "./LogLink.js";

interface TrackDetailProps {
  readonly track: Track;
  readonly state: AcpState;
  readonly moment: Moment;
}

/** What became of a bar of the timeline. */
export function TrackDetail({ track, state, moment }: TrackDetailProps): ReactNode {
  const { choose, travel } = usePanel();
  const { tone, name, says } = barLook(track, moment.tracks, moment.isEnd);
  const session = state.sessions.get(track.sessionId);
  const call = track.table === "toolCalls" ? session?.toolCalls.get(track.id) : undefined;
  return (
    <section className={`card ${tone}`} aria-label="The chosen bar">
      <div role="status">
        <h3>
          {name} <span className="badge">{says}</span>
        </h3>
        <Explained explanation={explainTrack(track, state, moment)} />
      </div>
      {call && session && <CallFacts call={call} session={session} moment={moment} />}
      <p className="actions">
        <LogLink {...track} />
        <button type="button" className="link" onClick={() => travel(track.first.index)}>
          Show the state when it began
        </button>
      </p>
      <IconButton icon="close" label="Close" onClick={() => choose(undefined)} />
    </section>
  );
}
