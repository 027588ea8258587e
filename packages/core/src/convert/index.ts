/**
 * Converts updates and requests between the versions of the protocol.
 * @module
 */
export type { Conversion, Loss, LossReason } from "./conversion.js";
export { createMessageIds } from "./messageIds.js";
export type { MessageIds } from "./messageIds.js";
export { toV1Update } from "./toV1Update.js";
export { toV2Update } from "./toV2Update.js";
export type { ToV2Options } from "./toV2Update.js";
