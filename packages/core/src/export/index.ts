/**
 * A session as text for people, and for another agent.
 * @module
 */
export { createHandoff } from "./createHandoff.js";
export { handoffBlocks } from "./handoffBlocks.js";
export { toMarkdown } from "./toMarkdown.js";

// Types
export type {
  Handoff,
  HandoffFile,
  HandoffOptions,
  HandoffPart,
  HandoffReview,
  HandoffSection,
} from "./createHandoff.js";
export type { MarkdownOptions } from "./toMarkdown.js";
