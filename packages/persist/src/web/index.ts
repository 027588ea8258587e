/**
 * A storage in `localStorage` or `sessionStorage`.
 * @module
 */
export { webStorage } from "./webStorage.js";
