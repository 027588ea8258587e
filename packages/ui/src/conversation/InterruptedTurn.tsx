import type { Turn } from "@acp-store/core";
import type { ReactElement } from "react";
import { Notice } from "../connection/Notice.js";
import { toSentence } from "../format/errors.js";
import { turnTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { TurnActions } from "./TurnActions.js";

interface InterruptedTurnProps {
  readonly turn: Turn;
  /** The duration of the turn, as text. */
  readonly duration: string;
}

/** Says why a turn was interrupted. The last turn can be continued or tried again. */
export function InterruptedTurn({ turn, duration }: InterruptedTurnProps): ReactElement {
  const texts = useTexts("turn", turnTexts);
  const reason = turn.error?.message ?? texts.interruptedDetail;
  return (
    <Notice tone="warning" title={texts.interrupted(duration)} detail={toSentence(reason)}>
      <TurnActions turnId={turn.turnId} />
    </Notice>
  );
}
