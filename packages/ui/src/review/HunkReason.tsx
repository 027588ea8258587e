import { useAcpState, useSessionId } from "@acp-store/react";
import {
  type AgentExplanation,
  explainOrigin,
  type Hunk,
  type OriginExplanation,
} from "@acp-store/review";
import { useProvidedReview } from "@acp-store/review/react";
import type { ReactElement, ReactNode } from "react";
import { useAcpUi } from "../context/acpUi.js";
import type { ConversationTarget } from "../context/acpUiContext.js";
import { clipLabel } from "../format/clipText.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { TextWithSlots } from "../texts/TextWithSlots.js";
import { toolKindTitles } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { getToolCallTitle } from "../toolCall/toolKinds.js";

/** More authors are counted only. */
const MAX_REASONS = 5;

/** The authors of a change, each with its tool call, the permission and the prompt. */
export function HunkReason({ hunk }: { readonly hunk: Hunk }): ReactElement {
  const { origins } = hunk;
  const state = useAcpState();
  const agentId = useProvidedReview()?.agentId;
  const texts = useTexts("review", reviewTexts);
  return (
    <>
      {origins.slice(0, MAX_REASONS).map(({ lines: [start, end], by }) => (
        <p key={`${start} ${end}`}>
          {origins.length > 1 && end > start && (
            <span className="acp-review-reason-lines">{texts.reasonLines(start + 1, end)} </span>
          )}
          <Reason
            reason={explainOrigin(
              typeof by === "object" && by.agentId === agentId ? state : undefined,
              by,
            )}
          />
        </p>
      ))}
      {origins.length > MAX_REASONS && <p>{texts.moreReasons(origins.length - MAX_REASONS)}</p>}
    </>
  );
}

function Reason({ reason }: { readonly reason: OriginExplanation }): ReactNode {
  const { reason: texts } = useTexts("review", reviewTexts);
  const kinds = useTexts("toolKindTitle", toolKindTitles);
  if (!("session" in reason)) return texts[reason.by];
  const { agentName, by, toolCall, prompt } = reason;
  const slots: Readonly<Record<string, ReactNode>> = {
    agent: clipLabel(agentName ?? (by.agentId || texts.anAgent)),
    call: toolCall && (
      <SourceLink sessionId={by.sessionId} type="tool_call" id={toolCall.toolCallId}>
        {clipLabel(getToolCallTitle(toolCall.title, toolCall.kind, kinds))}
      </SourceLink>
    ),
    prompt: prompt && (
      <SourceLink sessionId={prompt.sessionId} type="message" id={prompt.messageId}>
        {texts.quote(clipLabel(prompt.firstLine || texts.emptyPrompt))}
      </SourceLink>
    ),
  };
  return <TextWithSlots text={describeAgentReason(reason, texts)} render={(slot) => slots[slot]} />;
}

/** Returns the sentence about lines of an agent, with slots. */
function describeAgentReason(reason: AgentExplanation, texts: UiTexts["review"]["reason"]): string {
  const { by, session, toolCall, permission, prompt } = reason;
  const written = by.evidence === "command" ? texts.ranCommand : texts.wroteIn;
  return texts.join([
    toolCall === undefined ? texts.wrote : written,
    ...(session === "known" ? [] : [texts.session[session]]),
    ...(permission === undefined
      ? []
      : [(permission.byPolicy ? texts.policy : texts.permission)[permission.answer]]),
    ...(prompt === undefined ? [] : [texts.forPrompt]),
  ]);
}

interface SourceLinkProps extends ConversationTarget {
  readonly sessionId: string;
  readonly children: string;
}

/** A link to a message or a tool call, or to its session if that is not the shown one. */
function SourceLink({ sessionId, type, id, children }: SourceLinkProps): ReactElement {
  const shownId = useSessionId();
  const { showInConversation, openSession } = useAcpUi();
  const isShown = sessionId === shownId;
  if (isShown ? showInConversation === undefined : openSession === undefined)
    return <>{children}</>;
  return (
    <button
      type="button"
      className="acp-link-button"
      onClick={() => (isShown ? showInConversation?.({ type, id }) : openSession?.(sessionId))}
    >
      {children}
    </button>
  );
}
