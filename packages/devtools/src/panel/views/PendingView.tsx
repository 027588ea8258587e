import type { Permission } from "@acp-store/core";
import type { ReactNode } from "react";
import { explainPermission } from "../model/explainPermission.js";
import { numbered, shortId } from "../model/format.js";
import type { Moment } from "../model/moment.js";
import { explainPrompt, nothingPending, openPrompts, type TurnIn } from "../model/openPrompts.js";
import { pendingOf } from "../model/pending.js";
import { summaryOf } from "../model/summary.js";
import { shownMoment, usePanel } from "../ui/context.js";
import { Sentence } from "../ui/EntryLink.js";
import { PendingCalls } from "./PendingCalls.js";
import { Section } from "./Section.js";

/** What is waited for, and why what never ended did not. */
export function PendingView(): ReactNode {
  const panel = usePanel();
  const moment = shownMoment(panel);
  const state = panel.source.history.getState();
  const pending = pendingOf(state, moment);
  const prompts = openPrompts(state);
  const { permissions, elicitations, running, unfinished, cancelled, queued } = pending;
  const { isEnd } = moment;
  if ([prompts, ...Object.values(pending)].every((list) => list.length === 0))
    return <p className="empty">{nothingPending(state, moment)}</p>;
  return (
    <div className="sections">
      <Section title="Never finished by the agent" count={unfinished.length} tone="bad">
        <PendingCalls calls={unfinished} moment={moment} />
      </Section>
      <Section
        title={isEnd ? "Not finished when the log stops" : "Tool calls not ended yet"}
        count={running.length}
        tone={isEnd ? "bad" : "accent"}
      >
        <PendingCalls calls={running} moment={moment} />
      </Section>
      <Section
        title={isEnd ? "Permission requests without an answer" : "Permission requests"}
        count={permissions.length}
        tone="warn"
      >
        {permissions.map((permission) => (
          <Request key={permission.permissionId} permission={permission} moment={moment} />
        ))}
      </Section>
      <Section title="Requests for input" count={elicitations.length} tone="warn">
        {elicitations.map(({ elicitationId, message, mode }) => (
          <div key={elicitationId} className="item">
            <h4>{message}</h4>
            <p>waits for the user: {mode === "url" ? "a page to go to" : `a ${mode}`}.</p>
          </div>
        ))}
      </Section>
      <Section
        title={isEnd ? "Prompts without an answer" : "Prompts that the agent works on"}
        count={prompts.length}
        tone={isEnd ? "warn" : "accent"}
      >
        {prompts.map((one) => (
          <Prompt key={`${one.session.sessionId} ${one.turn.turnId}`} of={one} moment={moment} />
        ))}
      </Section>
      <Section title="Cancelled by the user" count={cancelled.length} tone="accent">
        <PendingCalls calls={cancelled} moment={moment} />
      </Section>
      <Section title="Queued prompts" count={queued.length} tone="accent">
        {queued.map(({ sessionId, prompt }) => (
          <div key={`${sessionId} ${prompt.id}`} className="item">
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

interface PromptProps {
  readonly of: TurnIn;
  readonly moment: Moment;
}

function Prompt({ of, moment }: PromptProps): ReactNode {
  const { source, digest } = usePanel();
  const { session, turn } = of;
  const track = moment.tracks.find(session.sessionId, "turns", turn.turnId);
  const entry = track && source.history.entry(track.first.index);
  const text = entry ? summaryOf(entry, digest.tracks) : "";
  return (
    <div className="item">
      {text !== "" && <h4>{text}</h4>}
      <p>
        <Sentence words={explainPrompt(of, moment)} />
      </p>
    </div>
  );
}

interface RequestProps {
  readonly permission: Permission;
  readonly moment: Moment;
}

function Request({ permission, moment }: RequestProps): ReactNode {
  const { title, toolCall, permissionId } = permission;
  return (
    <div className="item">
      <h4>{title ?? toolCall?.title ?? permissionId}</h4>
      <p>
        <Sentence words={explainPermission(permission, moment)} />
      </p>
    </div>
  );
}
