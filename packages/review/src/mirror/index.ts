/**
 * A review in several windows: the owner has the files, and the others decide over a link.
 * @module
 */
export { connectReview } from "./connectReview.js";
export type { RemoteReview } from "./connectReview.js";
export { serveReview } from "./serveReview.js";
