// Loaded when the user types the first mention.
export { createChangeMentions } from "./changeMentions.js";
export { searchMentions } from "./searchMentions.js";
export { createSessionMentions } from "./sessionMentions.js";
