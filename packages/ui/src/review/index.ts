// The parts of a review are loaded together, when a panel has one.

export { CheckpointButton } from "./CheckpointButton.js";
export { ProposedEdits } from "./ProposedEdits.js";
export { ReviewButton } from "./ReviewButton.js";
export { ReviewChanges } from "./ReviewChanges.js";
export { ReviewFeedbackNote } from "./ReviewFeedbackNote.js";
export { TurnChanges } from "./TurnChanges.js";
