import { useProvidedReview } from "@acp-store/review/react";
import type { ComponentType } from "react";
import { plainSlots } from "../context/plainSlots.js";
import type { ContentSlots } from "../context/slots.js";
import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";
import type { ReviewButtonProps } from "./ReviewButton.js";
import type { ReviewChangesProps } from "./ReviewChanges.js";

const loadReview = () => import("./index.js");

/** The changes of a folder that the user has to decide. */
export const LazyReviewChanges: LazyComponent<ReviewChangesProps> =
  /* @__PURE__ */ createLazyComponent(async () => (await loadReview()).ReviewChanges);

/** The button that shows these changes. */
export const LazyReviewButton: LazyComponent<ReviewButtonProps> =
  /* @__PURE__ */ createLazyComponent(async () => (await loadReview()).ReviewButton);

/** The text about rejections that the next prompt contains. */
export const LazyReviewFeedbackNote: LazyComponent<object> = /* @__PURE__ */ createLazyComponent(
  async () => (await loadReview()).ReviewFeedbackNote,
);

/** The slots for a review. Without one, they are the plain slots, and no code is loaded. */
export const reviewSlots: Pick<ContentSlots, "CheckpointButton" | "ProposedEdits" | "TurnChanges"> =
  {
    ProposedEdits: /* @__PURE__ */ createReviewSlot(
      /* @__PURE__ */ createLazyComponent(
        async () => (await loadReview()).ProposedEdits,
        plainSlots.ProposedEdits,
      ),
      plainSlots.ProposedEdits,
    ),
    CheckpointButton: /* @__PURE__ */ createReviewSlot(
      /* @__PURE__ */ createLazyComponent(async () => (await loadReview()).CheckpointButton),
      plainSlots.CheckpointButton,
    ),
    TurnChanges: /* @__PURE__ */ createReviewSlot(
      /* @__PURE__ */ createLazyComponent(async () => (await loadReview()).TurnChanges),
      plainSlots.TurnChanges,
    ),
  };

function createReviewSlot<Props extends object>(
  WithReview: ComponentType<Props>,
  Plain: ComponentType<Props>,
): ComponentType<Props> {
  return function ReviewSlot(props: Props) {
    return useProvidedReview() === undefined ? <Plain {...props} /> : <WithReview {...props} />;
  };
}
