/**
 * The search in the messages of all sessions, for pages.
 * @module
 */
export { searchRequests } from "./searchRequests.js";
