export { sendJson, sendText } from "./responses.js";
export {
  startLocalServer,
  type LocalServer,
  type LocalServerOptions,
} from "./startLocalServer.js";
export {
  createGuestAccess,
  type GuestAccessOptions,
  type Guest,
  type GuestAccess,
  type Invitation,
} from "./guestAccess.js";
export type { GuestPage } from "./guestPage.js";
export type { RequestHandler } from "./staticPage.js";
export type { SocketEndpoint } from "./upgradeListener.js";
