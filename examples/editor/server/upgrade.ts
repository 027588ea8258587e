import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Access } from "./access.js";
import type { Bridge } from "./bridge/bridge.js";
import { refuseHost, refuseOrigin } from "./guard.js";
import { parseUrl } from "./url.js";

interface UpgradeDependencies {
  readonly port: number;
  readonly access: Access;
  /** Absent where a recording is shown. */
  readonly bridge: Bridge | undefined;
}

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Lets the page, and nobody else, open the WebSocket `/acp`. */
export function createUpgradeListener(deps: UpgradeDependencies): UpgradeListener {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

  function refusal(request: IncomingMessage, url: URL | undefined): [number, string] | undefined {
    const foreign = refuseHost(request.headers, deps.port) ?? refuseOrigin(request.headers);
    if (foreign) return [403, foreign];
    if (!deps.access.admits(request.headers.cookie)) {
      return [403, "No session: open the address printed in the terminal first."];
    }
    if (url?.pathname !== "/acp") return [404, `No WebSocket at ${request.url}: use /acp.`];
    if (!deps.bridge) return [409, "A recording is shown: there is no agent."];
    return undefined;
  }

  return (request, socket, head) => {
    // A browser that goes away in the middle of the handshake must not end the server.
    socket.on("error", () => socket.destroy());
    const url = parseUrl(request.url);
    const refused = refusal(request, url);
    if (refused) return refuse(socket, ...refused);
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      deps.bridge?.connect(accepted, url?.searchParams.get("id") ?? undefined);
    });
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
