import type { Turn } from "@acp-store/core";
import { useTurn } from "@acp-store/react";
import type { ReactElement } from "react";
import { Notice } from "../connection/Notice.js";
import { Icon } from "../controls/Icon.js";
import { toSentence } from "../format/errors.js";
import { turnTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { useContinue } from "./useContinue.js";

interface InterruptedTurnProps {
  readonly turn: Turn;
  /** The duration of the turn, as text. */
  readonly duration: string;
}

/** Says why a turn was interrupted. The last turn can be continued. */
export function InterruptedTurn({ turn, duration }: InterruptedTurnProps): ReactElement {
  const texts = useTexts("turn", turnTexts);
  const isLast = useTurn(undefined, (last) => last?.turnId) === turn.turnId;
  const reason = turn.error?.message ?? texts.interruptedDetail;
  return (
    <Notice tone="warning" title={texts.interrupted(duration)} detail={toSentence(reason)}>
      {isLast && <ContinueButton />}
    </Notice>
  );
}

function ContinueButton(): ReactElement | null {
  const { continueTurn, isWaiting, error } = useContinue();
  const texts = useTexts("turn", turnTexts);
  if (continueTurn === undefined) return null;
  return (
    <>
      <p className="acp-notice-actions">
        <button
          type="button"
          className="acp-button acp-button-primary"
          disabled={isWaiting}
          onClick={continueTurn}
        >
          <Icon name="refresh" />
          {isWaiting ? texts.continuing : texts.continue}
        </button>
      </p>
      {error !== undefined && (
        <p className="acp-notice-detail" role="alert">
          {texts.notContinued(error)}
        </p>
      )}
    </>
  );
}
