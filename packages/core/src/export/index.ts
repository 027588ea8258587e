/**
 * A session as text for people.
 * @module
 */
export { type MarkdownOptions, toMarkdown } from "./toMarkdown.js";
