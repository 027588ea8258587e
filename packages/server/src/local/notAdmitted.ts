import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";

/** The code with which a page that is not admitted is closed. Codes from 4000 on are for applications. */
const CODE = 4401;
/** The reason of the code, which `connectFleet` recognizes. */
const REASON = "not_admitted";
/** The largest message of a page before its WebSocket is closed, in bytes. */
const MAX_REFUSED_BYTES = 1;

/** Closes the WebSocket of a page that is not admitted, with a reason that it can read. */
export function closeNotAdmitted(page: WebSocket): void {
  page.on("error", () => page.terminate());
  page.close(CODE, REASON);
}

/**
 * Refuses a page of this server whose browser is not admitted: accepts the upgrade request, and closes the
 * WebSocket at once. A page cannot read the status of a refused upgrade, so that it could not tell it from a
 * server that is not there. Pages from elsewhere get no WebSocket.
 */
export function refusePage(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_REFUSED_BYTES,
    clientTracking: false,
  });
  server.handleUpgrade(request, socket, head, closeNotAdmitted);
}
