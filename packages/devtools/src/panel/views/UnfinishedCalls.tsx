import type { AcpState } from "@acp-store/core";
import type { ReactNode } from "react";
import { type Explanation, explainCall } from "../model/explainCall.js";
import { numbered } from "../model/format.js";
import type { Moment } from "../model/moment.js";
import { neverEnded, pendingOf } from "../model/pending.js";
import { usePanel } from "../ui/context.js";
import { Sentence } from "../ui/EntryLink.js";
import { Explained, Missing } from "./Explained.js";

/** How many are told of here. */
const MOST = 3;
const NOTHING: Explanation = { cause: [], more: [] };

interface UnfinishedCallsProps {
  readonly state: AcpState;
  readonly moment: Moment;
}

/** Why tool calls never finished, before anybody asks. */
export function UnfinishedCalls({ state, moment }: UnfinishedCallsProps): ReactNode {
  const { choose } = usePanel();
  const calls = neverEnded(pendingOf(state, moment), moment);
  if (calls.length === 0)
    return (
      <p className="note">
        Choose a bar to see what became of it. A click on the ruler shows the state of that time.
      </p>
    );
  const told = calls.slice(0, MOST).map(({ call, session }) => {
    return { call, session, explanation: explainCall(call, session, moment) ?? NOTHING };
  });
  const missing = told.find(({ explanation }) => explanation.missing)?.explanation.missing;
  return (
    <section className="card unfinished" aria-label="Tool calls that never finished">
      <h3>{numbered(calls.length, "tool call")} never finished</h3>
      {told.map(({ call, session, explanation }) => (
        <div key={`${session.sessionId} ${call.toolCallId}`} className="item">
          <h4>
            <button
              type="button"
              className="link"
              onClick={() =>
                choose(moment.tracks.find(session.sessionId, "toolCalls", call.toolCallId))
              }
            >
              {call.title ?? call.toolCallId}
            </button>
          </h4>
          {calls.length === 1 ? (
            <Explained explanation={explanation} />
          ) : (
            <p>
              <Sentence words={explanation.cause} />
            </p>
          )}
        </div>
      ))}
      {calls.length > 1 && missing !== undefined && <Missing missing={missing} />}
      {calls.length > MOST && <p>All are under “Pending”.</p>}
    </section>
  );
}
