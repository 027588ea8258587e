import type { Turn } from "@acp-store/core";
import { useAcpView, useSessionId, useTurn } from "@acp-store/react";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Notice } from "../connection/Notice.js";
import { CopyButton } from "../controls/CopyButton.js";
import { writeMarkdown } from "../sessions/markdownExport.js";
import { formatDuration, useFormat } from "../format/format.js";
import { Icon } from "../controls/Icon.js";
import { InterruptedTurn } from "./InterruptedTurn.js";
import { TurnActions } from "./TurnActions.js";
import { turnTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { TurnEndProps } from "../context/slots.js";

/** The outcome of a turn, and its changes to review. Renders nothing while the turn is running. */
export function TurnEnd({ turnId }: TurnEndProps): ReactElement | null {
  const turn = useTurn(turnId);
  const { TurnChanges } = useAcpUi().slots;
  if (turn?.endedAt === undefined) return null;
  return (
    <>
      <TurnOutcome turn={turn} endedAt={turn.endedAt} />
      <TurnChanges turnId={turnId} />
    </>
  );
}

interface TurnOutcomeProps {
  readonly turn: Turn;
  readonly endedAt: number;
}

function TurnOutcome({ turn, endedAt }: TurnOutcomeProps): ReactElement {
  const texts = useTexts("turn", turnTexts);
  const format = useFormat();
  const { turnId, status, error, stopReason, startedAt } = turn;
  const duration = formatDuration(Math.max(0, endedAt - startedAt), format);
  // Without an error code, the turn failed because the connection was lost.
  const hasLostConnection = status === "failed" && error?.code === undefined;
  if (hasLostConnection || status === "interrupted") {
    return <InterruptedTurn turn={turn} duration={duration} />;
  }
  if (status === "failed") {
    const { message, code } = error ?? {};
    const detail = code === undefined ? message : texts.failureDetail(message, code);
    return (
      <Notice title={texts.failed} {...(detail !== undefined && { detail })}>
        <TurnActions turnId={turnId} />
      </Notice>
    );
  }
  if (isWarning(stopReason)) {
    return (
      <Notice tone="warning" title={texts[stopReason]}>
        <TurnActions turnId={turnId} />
      </Notice>
    );
  }
  if (turn.cancelUnconfirmed) {
    return (
      <Notice tone="warning" title={texts.unconfirmed(duration)} detail={texts.unconfirmedDetail} />
    );
  }
  // Some agents end a turn that the user has stopped with another reason.
  if (stopReason === "cancelled" || turn.cancelRequested) {
    return (
      <p className="acp-ui acp-turn-end">
        <Icon name="ban" />
        {turn.cancelRequested ? texts.stoppedByUser(duration) : texts.stopped(duration)}
        <CopyTurn turnId={turnId} />
      </p>
    );
  }
  return (
    <p className="acp-ui acp-turn-end">
      {texts.worked(duration)}
      <CopyTurn turnId={turnId} />
    </p>
  );
}

function CopyTurn({ turnId }: TurnEndProps): ReactElement {
  const view = useAcpView();
  const sessionId = useSessionId();
  const { copy } = useTexts("turn", turnTexts);
  return <CopyButton text={() => writeMarkdown(view, sessionId, turnId)} label={copy} />;
}

/** Separates the transcript from the one of an agent with another history of the session. */
export function HistoriesDiffer(): ReactElement {
  const { historiesDiffer } = useTexts("turn", turnTexts);
  return <p className="acp-ui acp-turn-end">{historiesDiffer}</p>;
}

type WarningReason = "max_tokens" | "max_turn_requests" | "refusal";

function isWarning(stopReason: string | undefined): stopReason is WarningReason {
  return (
    stopReason === "max_tokens" || stopReason === "max_turn_requests" || stopReason === "refusal"
  );
}
