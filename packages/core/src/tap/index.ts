/**
 * Connects a store to a stream of messages, with any version of the SDK or without one.
 * @module
 */
export { hideSecrets } from "../wire/hideSecrets.js";
export { batchedReadable } from "./batchedReadable.js";
export type { MessageBatches } from "./batchedReadable.js";
export { isolateListenerErrors } from "./isolateListenerErrors.js";
export { tapStream } from "./tapStream.js";
export type { MessageStream, TapOptions } from "./tapStream.js";
