import { useSession, useSessionId, useTurn } from "@acp-store/react";
import type { Turn } from "@acp-store/core";
import type { ReactElement } from "react";
import { useSessionElicitations } from "../elicitation/useSessionElicitations.js";
import { getPermissionTitle } from "../permission/getPermissionTitle.js";
import { useSessionPermissions } from "../permission/useSessionPermissions.js";
import { announcementTexts } from "../texts/conversationTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { toolKindTitles } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** Announces changes of activity and new requests to screen readers. */
export function Announcer(): ReactElement {
  const activity = useSession((session) => session?.activity);
  const isBusy = useSession((session) => session !== undefined && session.openTurns.length > 0);
  const turn = useTurn();
  const pending = useSessionPermissions();
  const sessionId = useSessionId();
  const [question] = useSessionElicitations(sessionId);
  const [oldest] = pending;
  const texts = useTexts("announcement", announcementTexts);
  const titles = useTexts("toolKindTitle", toolKindTitles);
  return (
    <>
      <div className="acp-sr-only" aria-live="polite" data-testid="activity">
        {isBusy && activity !== "cancelling" && texts.working}
        {activity === "cancelling" && texts.stopping}
        {!isBusy && turn !== undefined && describeTurnOutcome(turn, texts)}
      </div>
      <div className="acp-sr-only" aria-live="assertive">
        {oldest !== undefined &&
          texts.permissions(pending.length, getPermissionTitle(oldest, undefined, titles))}
        {oldest === undefined && question !== undefined && texts.question(question.message)}
      </div>
    </>
  );
}

function describeTurnOutcome({ status, stopReason }: Turn, texts: UiTexts["announcement"]): string {
  if (status === "failed") return texts.failed;
  if (status === "interrupted") return texts.interrupted;
  return stopReason === "cancelled" ? texts.stopped : texts.finished;
}
