import { type ReactNode, useState } from "react";
import { explainCall } from "../model/explainCall.js";
import type { Moment } from "../model/moment.js";
import { numbered, shortId } from "../model/format.js";
import { type CallIn, pendingOf } from "../model/pending.js";
import { shownIndex, usePanel } from "../ui/context.js";
import { EntryLink, Sentence } from "../ui/EntryLink.js";
import { RuleText } from "./DiagnosticText.js";
import { LogLink } from "./LogLink.js";
import { Section } from "./Section.js";

/** How many tool calls are explained at first, and how many more each time. */
const PIECE = 50;

/** What is waited for, and why what never ended did not. */
export function PendingView(): ReactNode {
  const { source, snapshot, digest } = usePanel();
  const isEnd = snapshot.isDetached && snapshot.position === undefined;
  const moment = { tracks: digest.tracks, index: shownIndex(snapshot), isEnd };
  const pending = pendingOf(source.history.getState(), moment);
  const { permissions, elicitations, running, unfinished, queued } = pending;
  if (Object.values(pending).every((list) => list.length === 0))
    return <p className="empty">Nothing is pending, and every tool call has ended.</p>;
  return (
    <div className="sections">
      <Section title="Never finished by the agent" count={unfinished.length} tone="bad">
        <RuleText code="unfinished_tool_call" />
        <Calls calls={unfinished} moment={moment} />
      </Section>
      <Section title="Running tool calls" count={running.length} tone="accent">
        <Calls calls={running} moment={moment} />
      </Section>
      <Section title="Permission requests" count={permissions.length} tone="warn">
        {permissions.map(({ permissionId, sessionId, title, toolCall, options }) => {
          const asked = digest.tracks.find(sessionId, "permissions", permissionId);
          return (
            <div key={permissionId} className="item">
              <h4>{title ?? toolCall?.title ?? permissionId}</h4>
              <p>
                waits for the user since{" "}
                {asked === undefined ? "an earlier time" : <EntryLink index={asked.first.index} />};
                it offers {options.map(({ name }) => `“${name}”`).join(", ") || "nothing"}.
              </p>
            </div>
          );
        })}
      </Section>
      <Section title="Requests for input" count={elicitations.length} tone="warn">
        {elicitations.map(({ id, message, mode }) => (
          <div key={id} className="item">
            <h4>{message}</h4>
            <p>waits for the user: {mode === "url" ? "a page to go to" : `a ${mode}`}.</p>
          </div>
        ))}
      </Section>
      <Section title="Queued prompts" count={queued.length} tone="accent">
        {queued.map(({ sessionId, prompt }) => (
          <div key={prompt.id} className="item">
            <h4>
              {prompt.prompt.map((block) => (block.type === "text" ? block.text : block.type))}
            </h4>
            <p>
              {numbered(prompt.prompt.length, "block")} for session {shortId(sessionId)}; sent when
              the turns before it are over.
            </p>
          </div>
        ))}
      </Section>
    </div>
  );
}

interface CallsProps {
  readonly calls: readonly CallIn[];
  readonly moment: Moment;
}

function Calls({ calls, moment }: CallsProps): ReactNode {
  const [shown, setShown] = useState(PIECE);
  return (
    <>
      {calls.slice(0, shown).map(({ call, session }) => (
        <div key={`${session.sessionId} ${call.toolCallId}`} className="item">
          <h4>
            {call.title ?? call.toolCallId} <span className="badge">{call.kind}</span>
          </h4>
          <p>
            <Sentence words={explainCall(call, session, moment) ?? []} />{" "}
            <LogLink table="toolCalls" sessionId={session.sessionId} id={call.toolCallId} />
          </p>
        </div>
      ))}
      {calls.length > shown && (
        <button type="button" className="link" onClick={() => setShown(shown + PIECE)}>
          Show more
        </button>
      )}
    </>
  );
}
