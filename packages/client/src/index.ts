export { tapStream } from "./tapStream.js";
export type { MessageStream } from "./tapStream.js";
