/**
 * A storage in IndexedDB.
 * @module
 */
export { idbStorage } from "./idbStorage.js";
