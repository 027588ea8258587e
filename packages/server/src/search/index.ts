/**
 * The search in the messages of all sessions, for pages.
 * @module
 */
export { type SearchRequestsOptions, searchRequests } from "./searchRequests.js";
