import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";
import type { CheckpointButtonProps } from "./CheckpointButton.js";
import type { ProposedEditsProps } from "./ProposedEdits.js";
import type { ReviewButtonProps } from "./ReviewButton.js";

const loadReview = () => import("./index.js");

/** The changes of a folder that the user has to decide. */
export const LazyReviewChanges: LazyComponent<object> = /* @__PURE__ */ createLazyComponent(
  async () => (await loadReview()).ReviewChanges,
);

/** The button that shows these changes. */
export const LazyReviewButton: LazyComponent<ReviewButtonProps> =
  /* @__PURE__ */ createLazyComponent(async () => (await loadReview()).ReviewButton);

/** The text about rejections that the next prompt contains. */
export const LazyReviewFeedbackNote: LazyComponent<object> = /* @__PURE__ */ createLazyComponent(
  async () => (await loadReview()).ReviewFeedbackNote,
);

/** The content of a permission request, with the difference on disk. */
export const LazyProposedEdits: LazyComponent<ProposedEditsProps> =
  /* @__PURE__ */ createLazyComponent(
    async () => (await loadReview()).ProposedEdits,
    ({ content, children }: ProposedEditsProps) => <>{content.map(children)}</>,
  );

/** The button that goes back to before a message. */
export const LazyCheckpointButton: LazyComponent<CheckpointButtonProps> =
  /* @__PURE__ */ createLazyComponent(async () => (await loadReview()).CheckpointButton);
