import {
  type AcpState,
  type ContentBlock,
  type Permission,
  selectPermissionTitle,
} from "@acp-store/core";
import { type ReactNode, useState } from "react";
import { explainCall } from "../explain/explainCall.js";
import { explainPermission } from "../explain/explainTrack.js";
import { explainOpenTurn } from "../explain/explainTurn.js";
import { summarizeEntry } from "../explain/summarizeEntry.js";
import { formatCount, shortId } from "../model/format.js";
import {
  findPending,
  type SessionCall,
  type SessionPrompt,
  type SessionTurn,
} from "../model/pending.js";
import type { Moment } from "../model/source.js";
import { LinkButton, Section } from "../ui/controls.js";
import { ExplanationText } from "../ui/Explanation.js";
import { shownMoment, usePanel } from "../ui/panelContext.js";
import { LogLink, StatusExplanationText, ToolCallDetails } from "./ToolCallDetails.js";

/** Lists everything that has not ended or has no answer, with the reason. */
export function PendingView(): ReactNode {
  const panel = usePanel();
  const moment = shownMoment(panel);
  const state = panel.source.history.getState();
  const pending = findPending(state, moment);
  const { permissions, elicitations, running, unfinished, cancelled, turns, queued } = pending;
  const { isEnd } = moment;
  if (Object.values(pending).every((list) => list.length === 0))
    return <p className="empty">{nothingPendingText(state, moment)}</p>;
  return (
    <div className="sections">
      <Section title="Never finished by the agent" count={unfinished.length} tone="bad">
        <ToolCallList calls={unfinished} moment={moment} />
      </Section>
      <Section
        title={isEnd ? "Unfinished when the log stops" : "Tool calls in progress"}
        count={running.length}
        tone={isEnd ? "bad" : "accent"}
      >
        <ToolCallList calls={running} moment={moment} />
      </Section>
      <Section
        title={isEnd ? "Unanswered permission requests" : "Permission requests"}
        count={permissions.length}
        tone="warn"
      >
        {permissions.map((request) => (
          <PermissionItem key={request.permissionId} request={request} moment={moment} />
        ))}
      </Section>
      <Section title="Requests for input" count={elicitations.length} tone="warn">
        {elicitations.map(({ elicitationId, message, mode }) => (
          <div key={elicitationId} className="item">
            <h4>{message}</h4>
            <p>Waiting for the user to {mode === "url" ? "open a page" : `complete a ${mode}`}.</p>
          </div>
        ))}
      </Section>
      <Section
        title={isEnd ? "Unanswered prompts" : "Prompts in progress"}
        count={turns.length}
        tone={isEnd ? "warn" : "accent"}
      >
        {turns.map((one) => (
          <TurnItem key={`${one.session.sessionId} ${one.turn.turnId}`} {...one} moment={moment} />
        ))}
      </Section>
      <Section title="Cancelled by the user" count={cancelled.length} tone="accent">
        <ToolCallList calls={cancelled} moment={moment} />
      </Section>
      <Section title="Queued prompts" count={queued.length} tone="accent">
        {queued.map((one) => (
          <QueuedPromptItem key={`${one.sessionId} ${one.prompt.id}`} {...one} />
        ))}
      </Section>
    </div>
  );
}

function nothingPendingText({ sessions }: AcpState, { isEnd }: Moment): string {
  const hasCalls = [...sessions.values()].some(({ toolCalls }) => toolCalls.size > 0);
  if (hasCalls) return "Nothing is pending. Every tool call has ended.";
  return isEnd
    ? "Nothing is pending. There were no tool calls."
    : "Nothing is pending. No tool calls yet.";
}

/** The number of tool calls that are shown at first, and added by each click. */
const CALLS_PER_PAGE = 50;

interface ToolCallListProps {
  readonly calls: readonly SessionCall[];
  readonly moment: Moment;
}

function ToolCallList({ calls, moment }: ToolCallListProps): ReactNode {
  const [shown, setShown] = useState(CALLS_PER_PAGE);
  return (
    <>
      {calls.slice(0, shown).map((one) => (
        <ToolCallItem
          key={`${one.session.sessionId} ${one.call.toolCallId}`}
          {...one}
          moment={moment}
        />
      ))}
      {calls.length > shown && (
        <LinkButton onClick={() => setShown(shown + CALLS_PER_PAGE)}>Show more</LinkButton>
      )}
    </>
  );
}

interface MomentProps {
  readonly moment: Moment;
}

function ToolCallItem({ call, session, moment }: SessionCall & MomentProps): ReactNode {
  const { openOnTimeline } = usePanel();
  const { toolCallId, title, kind } = call;
  const explanation = explainCall(call, session, moment);
  const track = moment.tracks.find(session.sessionId, "toolCalls", toolCallId);
  return (
    <div className="item">
      <h4>
        {title ?? toolCallId} <span className="badge">{kind}</span>
      </h4>
      {explanation && <StatusExplanationText explanation={explanation} />}
      <ToolCallDetails call={call} session={session} moment={moment} />
      <p className="actions">
        <LogLink table="toolCalls" sessionId={session.sessionId} id={toolCallId} />
        {track && (
          <LinkButton onClick={() => openOnTimeline(track)}>Show on the timeline</LinkButton>
        )}
      </p>
    </div>
  );
}

function TurnItem({ session, turn, moment }: SessionTurn & MomentProps): ReactNode {
  const { source } = usePanel();
  const { tracks } = moment;
  const track = tracks.find(session.sessionId, "turns", turn.turnId);
  const entry = track && source.history.entry(track.first.index);
  const prompt = entry ? summarizeEntry(entry, tracks) : "";
  return (
    <div className="item">
      {prompt !== "" && <h4>{prompt}</h4>}
      <p>
        <ExplanationText parts={explainOpenTurn(turn, session, moment)} />
      </p>
    </div>
  );
}

interface PermissionItemProps extends MomentProps {
  readonly request: Permission;
}

function PermissionItem({ request, moment }: PermissionItemProps): ReactNode {
  const { source } = usePanel();
  const title = selectPermissionTitle(source.history.getState(), request);
  return (
    <div className="item">
      <h4>{title ?? request.permissionId}</h4>
      <p>
        <ExplanationText parts={explainPermission(request, moment)} />
      </p>
    </div>
  );
}

function QueuedPromptItem({ sessionId, prompt: { prompt } }: SessionPrompt): ReactNode {
  return (
    <div className="item">
      <h4>{prompt.map(blockText)}</h4>
      <p>
        {formatCount(prompt.length, "content block")} for session {shortId(sessionId)}. Sent when
        the turns before it end.
      </p>
    </div>
  );
}

function blockText(block: ContentBlock): string {
  return block.type === "text" ? block.text : block.type;
}
