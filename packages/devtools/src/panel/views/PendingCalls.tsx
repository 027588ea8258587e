import { type ReactNode, useState } from "react";
import { explainCall } from "../model/explainCall.js";
import type { Moment } from "../model/moment.js";
import type { CallIn } from "../model/pending.js";
import { usePanel } from "../ui/context.js";
import { CallFacts } from "./CallFacts.js";
import { Explained } from "./Explained.js";
import { LogLink } from "./LogLink.js";

/** How many tool calls are explained at first, and how many more each time. */
const PIECE = 50;

interface PendingCallsProps {
  readonly calls: readonly CallIn[];
  readonly moment: Moment;
}

/** Tool calls, each with why it stands where it stands. */
export function PendingCalls({ calls, moment }: PendingCallsProps): ReactNode {
  const [shown, setShown] = useState(PIECE);
  return (
    <>
      {calls.slice(0, shown).map((one) => (
        <PendingCall
          key={`${one.session.sessionId} ${one.call.toolCallId}`}
          {...one}
          moment={moment}
        />
      ))}
      {calls.length > shown && (
        <button type="button" className="link" onClick={() => setShown(shown + PIECE)}>
          Show more
        </button>
      )}
    </>
  );
}

function PendingCall({ call, session, moment }: CallIn & { readonly moment: Moment }): ReactNode {
  const { showTrack } = usePanel();
  const { toolCallId, title, kind } = call;
  const explanation = explainCall(call, session, moment);
  const track = moment.tracks.find(session.sessionId, "toolCalls", toolCallId);
  return (
    <div className="item">
      <h4>
        {title ?? toolCallId} <span className="badge">{kind}</span>
      </h4>
      {explanation && <Explained explanation={explanation} />}
      <CallFacts call={call} session={session} moment={moment} />
      <p className="actions">
        <LogLink table="toolCalls" sessionId={session.sessionId} id={toolCallId} />
        {track && (
          <button type="button" className="link" onClick={() => showTrack(track)}>
            Show it on the timeline
          </button>
        )}
      </p>
    </div>
  );
}
