import { useTurn } from "@acp-store/react";
import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import { turnTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { TurnEndProps } from "../context/slots.js";
import { useContinue } from "./useContinue.js";
import { useRetry } from "./useRetry.js";

/** The buttons at the end of a turn that failed. Nothing if the session has a later turn. */
export function TurnActions({ turnId }: TurnEndProps): ReactElement | null {
  const isLast = useTurn(undefined, (last) => last?.turnId) === turnId;
  return isLast ? <LastTurnActions turnId={turnId} /> : null;
}

/** The agent can continue what it has begun. A prompt without any answer is sent again. */
function LastTurnActions({ turnId }: TurnEndProps): ReactElement | null {
  const texts = useTexts("turn", turnTexts);
  const { continueTurn, ...continuing } = useContinue();
  const { retry, isAnswered, ...retrying } = useRetry(turnId);
  const canContinue = continueTurn !== undefined && (isAnswered || retry === undefined);
  const isWaiting = continuing.isWaiting || retrying.isWaiting;
  const error = retrying.error ?? continuing.error;
  if (!canContinue && retry === undefined) return null;
  return (
    <>
      <p className="acp-notice-actions">
        {canContinue && (
          <button
            type="button"
            className="acp-button acp-button-primary"
            disabled={isWaiting}
            onClick={continueTurn}
          >
            <Icon name="play" />
            {continuing.isWaiting ? texts.continuing : texts.continue}
          </button>
        )}
        {retry !== undefined && (
          <button
            type="button"
            className={`acp-button ${canContinue ? "" : "acp-button-primary"}`}
            disabled={isWaiting}
            onClick={retry}
          >
            <Icon name="refresh" />
            {retrying.isWaiting ? texts.retrying : texts.retry}
          </button>
        )}
      </p>
      {error !== undefined && (
        <p className="acp-notice-detail" role="alert">
          {texts.notContinued(error)}
        </p>
      )}
    </>
  );
}
