export { hostOnNats, type NatsHost, type OwnedHost } from "./hostOnNats.js";
export { natsLink } from "./natsLink.js";
