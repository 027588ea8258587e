/**
 * Generators of protocol traffic for fast-check.
 * @module
 */
export { acpTraffic } from "./acpTraffic.js";
