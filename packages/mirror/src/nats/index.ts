/**
 * Hosts and mirrors on NATS, for stores on several machines.
 * @module
 */
export type { OwnedHost, Ownership } from "../ownership.js";
export { hostOnNats } from "./hostOnNats.js";
export { natsLink } from "./natsLink.js";
