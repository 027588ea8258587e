import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Access } from "./access.js";
import { checkHost, checkSocketOrigin } from "./requestChecks.js";
import { parseTarget } from "./requestListener.js";

/** The one WebSocket that the page may open. */
export interface SocketEndpoint {
  /** The path, for example `/frames`. */
  readonly path: string;
  /** The largest message the page may send. A larger one closes the WebSocket. */
  readonly maxPayloadBytes: number;
  /** If set, every WebSocket is refused with status 409 and this reason. */
  readonly unavailable?: string | undefined;
  /** Called with each accepted WebSocket and the URL it was opened with. */
  readonly onConnect: (socket: WebSocket, url: URL) => void;
}

export interface UpgradeListenerOptions {
  readonly port: number;
  readonly access: Access;
  readonly addressHint: string;
  readonly endpoint: SocketEndpoint;
}

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Creates the listener that lets only this server's page open the WebSocket of `endpoint`. */
export function createUpgradeListener(options: UpgradeListenerOptions): UpgradeListener {
  const { port, access, addressHint, endpoint } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: endpoint.maxPayloadBytes,
  });

  /** Returns the status and the reason to refuse a request, or `undefined` to accept it. */
  function checkUpgrade(
    { headers, url: target }: IncomingMessage,
    url: URL | undefined,
  ): [number, string] | undefined {
    const foreign = checkHost(headers, port) ?? checkSocketOrigin(headers);
    if (foreign !== undefined) return [403, foreign];
    if (!access.admits(headers.cookie)) return [403, addressHint];
    if (url?.pathname !== endpoint.path)
      return [404, `There is no WebSocket at ${target}. Use ${endpoint.path}.`];
    if (endpoint.unavailable !== undefined) return [409, endpoint.unavailable];
    return undefined;
  }

  return (request, socket, head) => {
    // Without a listener, a browser that disconnects during the handshake would crash the server.
    socket.on("error", () => socket.destroy());
    const url = parseTarget(request.url);
    const refusal = checkUpgrade(request, url);
    if (refusal) return refuseUpgrade(socket, ...refusal);
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      if (url) endpoint.onConnect(accepted, url);
    });
  };
}

function refuseUpgrade(socket: Duplex, status: number, reason: string): void {
  const lines = [
    `HTTP/1.1 ${status} Refused`,
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    `Content-Length: ${Buffer.byteLength(reason)}`,
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${reason}`);
}
