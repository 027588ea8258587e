import { getRemainingLines } from "@acp-store/review";
import { useReviewState } from "@acp-store/review/react";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import type { TurnEndProps } from "../context/slots.js";
import { Icon } from "../controls/Icon.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The number of lines of a turn that are still to review. A button shows them. Renders nothing without any. */
export function TurnChanges({ turnId }: TurnEndProps): ReactElement | null {
  const files = useReviewState((state) => getRemainingLines(state.files, turnId)?.files ?? 0);
  const lines = useReviewState((state) => getRemainingLines(state.files, turnId)?.lines ?? 0);
  const { showTurnChanges } = useAcpUi();
  const texts = useTexts("review", reviewTexts);
  if (files === 0) return null;
  const text = texts.turnRemains(lines, files);
  return (
    <p className="acp-turn-changes">
      <Icon name="diff" />
      {showTurnChanges === undefined ? (
        text
      ) : (
        <button type="button" className="acp-link-button" onClick={() => showTurnChanges(turnId)}>
          {text}
        </button>
      )}
    </p>
  );
}
