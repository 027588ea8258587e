import { isSessionBusy } from "@acp-store/core";
import { useAcpView, useSession, useSessionId, useTurn } from "@acp-store/react";
import { type ReactElement, useState } from "react";
import { useSessionElicitations } from "../elicitation/useSessionElicitations.js";
import { useAcpUi } from "../context/acpUi.js";
import { useSessionPermissions } from "../permission/useSessionPermissions.js";
import { Duration } from "../time/Duration.js";
import { Icon } from "../controls/Icon.js";
import { isWaitingForUser } from "./agentActivity.js";
import { conversationTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The current activity of the agent, shown at the end of the conversation. */
export function ActivityRow(): ReactElement | null {
  const isActive = useSession(isSessionBusy);
  const isWaiting = useSession(isWaitingForUser);
  const isStopping = useSession((session) => session?.activity === "cancelling");
  const { isRecording } = useAcpUi();
  const texts = useTexts("conversation", conversationTexts);
  const startedAt = useTurn(undefined, (turn) =>
    turn?.endedAt === undefined ? turn?.startedAt : undefined,
  );
  const sessionId = useSessionId();
  const elicitations = useSessionElicitations(sessionId);
  const hasPendingRequests = useSessionPermissions().length + elicitations.length > 0;
  if (!isActive) return null;
  if (!isStopping && (isWaiting || hasPendingRequests)) {
    return (
      <p className="acp-activity acp-activity-waiting">
        <Icon name="shield" />
        {isRecording ? texts.waitingForAnswer : texts.waitingForYou}
      </p>
    );
  }
  return (
    <p className="acp-activity" data-testid="working">
      <span className="acp-pulse" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {isStopping ? (
        <StoppingLabel label={texts.stopping} />
      ) : (
        <span>
          {texts.working} {startedAt !== undefined && <Duration span={{ start: startedAt }} />}
        </span>
      )}
    </p>
  );
}

/** Counts the seconds since the user has stopped the turn. */
function StoppingLabel({ label }: { label: string }): ReactElement {
  const { now } = useAcpView();
  const [start] = useState(now);
  return (
    <span>
      {label} <Duration span={{ start }} />
    </span>
  );
}
