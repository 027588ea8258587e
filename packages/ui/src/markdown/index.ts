export { MarkdownText } from "./MarkdownText.js";
