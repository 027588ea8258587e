export { sendJson, sendText } from "./responses.js";
export {
  startLocalServer,
  type LocalServer,
  type LocalServerOptions,
} from "./startLocalServer.js";
export type { RequestHandler } from "./requestListener.js";
export type { SocketEndpoint } from "./upgradeListener.js";
