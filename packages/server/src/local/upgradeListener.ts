import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Access } from "./access.js";
import type { GuestPage, GuestRequests } from "./guestPage.js";
import { refusePage } from "./notAdmitted.js";
import { checkHost, checkSocketOrigin } from "./requestChecks.js";
import { parseTarget } from "./requestListener.js";

/** A WebSocket that the page may open. */
export interface SocketEndpoint {
  /** The path, for example `/frames`. */
  readonly path: string;
  /** The largest message the page may send. A larger one closes the WebSocket. */
  readonly maxPayloadBytes: number;
  /** If set, every WebSocket is refused with status 409 and this reason. */
  readonly unavailable?: string | undefined;
  /** Called with each accepted WebSocket, the URL it was opened with, and the request. */
  readonly onConnect: (socket: WebSocket, url: URL, request: IncomingMessage) => void;
}

export interface UpgradeListenerOptions {
  readonly port: number;
  readonly access: Access;
  readonly endpoints: readonly SocketEndpoint[];
  readonly guests?: Pick<GuestPage, "maxPayloadBytes"> & {
    readonly requests: GuestRequests;
  };
}

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Creates the listener that lets only this server's pages open the WebSockets of `endpoints`. */
export function createUpgradeListener(options: UpgradeListenerOptions): UpgradeListener {
  const { port, access, endpoints, guests } = options;
  const guestSockets = guests && createSockets(guests.maxPayloadBytes);
  const accepting = endpoints.map((endpoint) => ({
    endpoint,
    sockets: createSockets(endpoint.maxPayloadBytes),
  }));
  const paths = endpoints.map(({ path }) => path).join(" or ");

  /** Returns the endpoint of a request of an admitted page, or the status and the reason to refuse it. */
  function findEndpoint(target: string | undefined, url: URL | undefined) {
    const refuse = (status: number, reason: string) => ({ refusal: [status, reason] as const });
    const found = accepting.find(({ endpoint }) => endpoint.path === url?.pathname);
    if (found === undefined)
      return refuse(404, `There is no WebSocket at ${target}. Use ${paths}.`);
    const { unavailable } = found.endpoint;
    return unavailable === undefined ? found : refuse(409, unavailable);
  }

  return (request, socket, head) => {
    // Without a listener, a browser that disconnects during the handshake would crash the server.
    socket.on("error", () => socket.destroy());
    const url = parseTarget(request.url);
    if (guests !== undefined && url !== undefined && guests.requests.owns(url.pathname)) {
      const admitted = guests.requests.admit(request, url);
      if (admitted === undefined) return refusePage(request, socket, head);
      if ("refusal" in admitted) return refuseUpgrade(socket, ...admitted.refusal);
      guestSockets?.handleUpgrade(request, socket, head, (accepted) => admitted.onOpen(accepted));
      return;
    }
    const foreign = checkHost(request.headers, port) ?? checkSocketOrigin(request.headers);
    if (foreign !== undefined) return refuseUpgrade(socket, 403, foreign);
    if (!access.admits(request.headers.cookie)) return refusePage(request, socket, head);
    const found = findEndpoint(request.url, url);
    if ("refusal" in found) return refuseUpgrade(socket, ...found.refusal);
    found.sockets.handleUpgrade(request, socket, head, (accepted) => {
      if (url) found.endpoint.onConnect(accepted, url, request);
    });
  };
}

function createSockets(maxPayload: number): WebSocketServer {
  return new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload });
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
