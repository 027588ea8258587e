import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Access } from "./access.js";
import { refuseHost, refuseSocket } from "./guard.js";
import { parseUrl } from "./requests.js";

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Lets the page, and nobody else, open the WebSocket `/frames`. */
export function createUpgradeListener(
  port: number,
  access: Access,
  onPage: (page: WebSocket) => void,
): UpgradeListener {
  // A page has nothing to say.
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 64 });

  function refusal({ headers, url }: IncomingMessage): [number, string] | undefined {
    const foreign = refuseHost(headers, port) ?? refuseSocket(headers);
    if (foreign) return [403, foreign];
    if (!access.admits(headers.cookie))
      return [403, "Open the address that acp-inspect printed on stderr."];
    if (parseUrl(url)?.pathname !== "/frames") return [404, `No WebSocket at ${url}: use /frames.`];
    return undefined;
  }

  return (request, socket, head) => {
    // A browser that goes away in the middle of the handshake must not end the server.
    socket.on("error", () => socket.destroy());
    const refused = refusal(request);
    if (refused) return refuse(socket, ...refused);
    sockets.handleUpgrade(request, socket, head, onPage);
  };
}

function refuse(socket: Duplex, status: number, reason: string): void {
  const lines = [
    `HTTP/1.1 ${status} Refused`,
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    "X-Content-Type-Options: nosniff",
    `Content-Length: ${Buffer.byteLength(reason)}`,
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${reason}`);
}
