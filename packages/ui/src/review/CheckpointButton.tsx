import { isSessionBusy } from "@acp-store/core";
import { useSession, useSessionId } from "@acp-store/react";
import { useProvidedReview, useReviewState } from "@acp-store/review/react";
import { type ReactElement, useState } from "react";
import type { CheckpointButtonProps } from "../context/slots.js";
import { IconButton } from "../controls/IconButton.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { RestoreDialog } from "./RestoreDialog.js";

/** The button that goes back to before a message. Renders nothing without a checkpoint. */
export function CheckpointButton({ messageId }: CheckpointButtonProps): ReactElement | null {
  const agentId = useProvidedReview()?.agentId;
  const sessionId = useSessionId();
  const checkpoint = useReviewState(({ checkpoints }) =>
    checkpoints.findLast(
      (each) =>
        each.messageId === messageId && each.sessionId === sessionId && each.agentId === agentId,
    ),
  );
  const isBusy = useSession((session) => session !== undefined && isSessionBusy(session));
  const texts = useTexts("review", reviewTexts);
  const [isOpen, setIsOpen] = useState(false);
  if (checkpoint === undefined) return null;
  return (
    <>
      <IconButton
        icon="restart"
        label={texts.goBack}
        className="acp-checkpoint-button"
        aria-haspopup="dialog"
        disabled={isBusy}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <RestoreDialog checkpoint={checkpoint} onClose={() => setIsOpen(false)} />}
    </>
  );
}
