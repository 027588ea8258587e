export type { OwnedHost, Ownership } from "../ownership.js";
export { hostOnNats } from "./hostOnNats.js";
export { natsLink } from "./natsLink.js";
