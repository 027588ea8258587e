import { useReviewState } from "@acp-store/review/react";
import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import { TotalLineCount } from "../diff/LineCount.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";

export interface ReviewButtonProps {
  readonly isPressed: boolean;
  readonly onPress: () => void;
}

/** The button that shows the changes to decide. It stays while there is a decision to undo. */
export function ReviewButton({ isPressed, onPress }: ReviewButtonProps): ReactElement | null {
  const files = useReviewState((state) => state.files);
  const hasHistory = useReviewState(({ undo, redo }) => undo.length + redo.length > 0);
  const texts = useTexts("review", reviewTexts);
  if (files.size === 0 && !hasHistory && !isPressed) return null;
  return (
    <button
      type="button"
      className="acp-side-panel-button"
      aria-pressed={isPressed}
      onClick={onPress}
    >
      <Icon name="diff" />
      {texts.toReview(files.size)}
      <TotalLineCount files={files.values()} />
    </button>
  );
}
