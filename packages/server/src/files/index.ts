/**
 * The files of the folders that agents work in, for pages.
 * @module
 */
export { fileRequests } from "./fileRequests.js";
