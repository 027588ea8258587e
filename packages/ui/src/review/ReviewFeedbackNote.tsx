import { useSessionId } from "@acp-store/react";
import { useProvidedReview, useReview, useReviewState } from "@acp-store/review/react";
import { type ReactElement, useId, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import { IconButton } from "../controls/IconButton.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The text about rejections that the next prompt contains. The user can remove it. */
export function ReviewFeedbackNote(): ReactElement | null {
  const { Output } = useAcpUi().slots;
  const review = useReview();
  const agentId = useProvidedReview()?.agentId;
  const sessionId = useSessionId();
  const feedback = useReviewState((state) =>
    state.feedback.find((each) => each.sessionId === sessionId && each.agentId === agentId),
  );
  const texts = useTexts("review", reviewTexts);
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  if (feedback === undefined) return null;
  return (
    <section className="acp-ui acp-review-feedback" aria-label={texts.feedback}>
      <div className="acp-review-feedback-header">
        <Icon name="restart" />
        <span className="acp-review-notice-text">{texts.feedback}</span>
        <button
          type="button"
          className="acp-link-button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? texts.hideFeedback : texts.showFeedback}
        </button>
        <IconButton
          icon="cross"
          label={texts.removeFeedback}
          // Without a connection, the text stays, and so does the button.
          onClick={() => void review.removeFeedback(feedback).catch(() => {})}
        />
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && <Output text={feedback.text} label={texts.feedback} language="markdown" />}
      </div>
    </section>
  );
}
