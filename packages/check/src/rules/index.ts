/**
 * Parts of the table of rules, for programs that load the check on demand.
 * @module
 */
export { STORE_RULES } from "./storeRules.js";
export { TURN_RULES } from "./turnRules.js";
