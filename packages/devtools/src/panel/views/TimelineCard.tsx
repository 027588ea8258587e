import type { AcpState } from "@acp-store/core";
import type { ReactNode } from "react";
import { explainCall } from "../explain/explainCall.js";
import type { StatusExplanation } from "../explain/explanation.js";
import { explainTrack } from "../explain/explainTrack.js";
import { formatCount } from "../model/format.js";
import { barLook } from "../model/bands.js";
import { callsNeverFinished, findPending } from "../model/pending.js";
import { type Moment, momentAt } from "../model/source.js";
import type { Track } from "../model/tracks.js";
import { IconButton, LinkButton } from "../ui/controls.js";
import { ExplanationText } from "../ui/Explanation.js";
import { usePanel } from "../ui/panelContext.js";
import {
  LogLink,
  MissingUpdate,
  StatusExplanationText,
  ToolCallDetails,
} from "./ToolCallDetails.js";

/** Shows details below the bars, as of the end of the log: of the selected bar, or of unfinished calls. */
export function TimelineCard(): ReactNode {
  const { source, snapshot, selectedTrack } = usePanel();
  const { history } = source;
  const index = snapshot.end - 1;
  const state = history.stateAt(index) ?? history.getState();
  const moment = momentAt(source, index);
  return selectedTrack === undefined ? (
    <UnfinishedCallsCard state={state} moment={moment} />
  ) : (
    <TrackCard track={selectedTrack} state={state} moment={moment} />
  );
}

interface CardProps {
  readonly state: AcpState;
  readonly moment: Moment;
}

interface TrackCardProps extends CardProps {
  readonly track: Track;
}

/** Explains a bar of the timeline. */
function TrackCard({ track, state, moment }: TrackCardProps): ReactNode {
  const { selectTrack, openState } = usePanel();
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

/** The number of unfinished calls that the card explains. */
const MAX_EXPLAINED = 3;
const EMPTY_STATUS_EXPLANATION: StatusExplanation = { cause: [], details: [] };

/** Explains why tool calls never finished. */
function UnfinishedCallsCard({ state, moment }: CardProps): ReactNode {
  const { selectTrack } = usePanel();
  const calls = callsNeverFinished(findPending(state, moment), moment);
  if (calls.length === 0)
    return (
      <p className="note">
        Select a bar for details. Click the ruler to inspect the state at that moment.
      </p>
    );
  const explained = calls.slice(0, MAX_EXPLAINED).map(({ call, session }) => {
    const explanation = explainCall(call, session, moment) ?? EMPTY_STATUS_EXPLANATION;
    return { call, session, explanation };
  });
  const isSingle = calls.length === 1;
  const missing = explained.find(({ explanation }) => explanation.missing)?.explanation.missing;
  return (
    <section className="card unfinished" aria-label="Tool calls that never finished">
      <h3>{formatCount(calls.length, "tool call")} never finished</h3>
      {explained.map(({ call: { toolCallId, title }, session: { sessionId }, explanation }) => (
        <div key={`${sessionId} ${toolCallId}`} className="item">
          <h4>
            <LinkButton
              onClick={() => selectTrack(moment.tracks.find(sessionId, "toolCalls", toolCallId))}
            >
              {title ?? toolCallId}
            </LinkButton>
          </h4>
          {isSingle ? (
            <StatusExplanationText explanation={explanation} />
          ) : (
            <p>
              <ExplanationText parts={explanation.cause} />
            </p>
          )}
        </div>
      ))}
      {!isSingle && missing !== undefined && <MissingUpdate missing={missing} />}
      {calls.length > MAX_EXPLAINED && <p>The Pending view lists all of them.</p>}
    </section>
  );
}
