import { useSession, useSessionId, useTurn } from "@acp-store/react";
import { isSessionBusy, type Turn } from "@acp-store/core";
import type { ReactElement } from "react";
import { useSessionElicitations } from "../elicitation/useSessionElicitations.js";
import { clipLabel } from "../format/clipText.js";
import { useSessionPermissions } from "../permission/useSessionPermissions.js";
import { useSubagentName } from "../subagent/useSubagentName.js";
import { announcementTexts, subagentTexts } from "../texts/conversationTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { toolKindTitles } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { getToolCallTitle } from "../toolCall/toolKinds.js";

/** Announces changes of activity and new requests to screen readers. */
export function Announcer(): ReactElement {
  const activity = useSession((session) => session?.activity);
  const isActive = useSession(isSessionBusy);
  const turn = useTurn();
  const pending = useSessionPermissions();
  const sessionId = useSessionId();
  const [question] = useSessionElicitations(sessionId);
  const [oldest] = pending;
  const isWaiting =
    activity === "requires_action" || oldest !== undefined || question !== undefined;
  const error = useSession(
    (session) => session?.notices.findLast(({ severity }) => severity === "error")?.title,
  );
  const source = useSubagentName(oldest?.sessionId ?? question?.sessionId);
  const texts = useTexts("announcement", announcementTexts);
  const subagentNames = useTexts("subagent", subagentTexts);
  const titles = useTexts("toolKindTitle", toolKindTitles);
  return (
    <>
      <div className="acp-sr-only" aria-live="polite" data-testid="activity">
        {isActive && !isWaiting && activity !== "cancelling" && texts.working}
        {activity === "cancelling" && texts.stopping}
        {!isActive && turn !== undefined && describeTurnOutcome(turn, texts)}
      </div>
      <div className="acp-sr-only" aria-live="polite">
        {error !== undefined && clipLabel(error)}
      </div>
      <div className="acp-sr-only" aria-live="assertive">
        {source !== undefined && `${subagentNames.asks(source)}. `}
        {oldest !== undefined &&
          texts.permissions(
            pending.length,
            getToolCallTitle(oldest.displayTitle, oldest.toolCall?.kind, titles),
          )}
        {oldest === undefined &&
          question !== undefined &&
          texts.question(clipLabel(question.message))}
      </div>
    </>
  );
}

function describeTurnOutcome({ status, stopReason }: Turn, texts: UiTexts["announcement"]): string {
  if (status === "failed") return texts.failed;
  if (status === "interrupted") return texts.interrupted;
  return stopReason === "cancelled" ? texts.stopped : texts.finished;
}
