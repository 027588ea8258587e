import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { FleetHost, FleetRights } from "@acp-store/fleet/mirror";
import type { Access } from "../local/access.js";
import { refusePage } from "../local/notAdmitted.js";
import { parseTarget } from "../local/requestListener.js";
import { sendRedirect } from "../local/responses.js";
import { createAgentSockets } from "./agentSockets.js";

/** The options of {@link attachAgents}. */
export interface AttachOptions {
  /** The path of the WebSocket. Default: `/acp`. */
  readonly path?: string;
  /**
   * The hosts at which pages reach the server besides this computer, as in the `Host` header, such as
   * `agents.example.com` or `192.168.1.5:4317`. Default: none.
   */
  readonly hosts?: readonly string[];
  /**
   * Returns whether a request may see the agents, such as one of a user who is signed in to the
   * application. Default: the browser has a cookie of `access`.
   */
  readonly authorize?: (request: IncomingMessage) => boolean | Promise<boolean>;
  /**
   * Returns the rights of a page. Default: everything, also starting and stopping agents, their messages if
   * the host records them, and the reviews of files.
   */
  readonly rights?: (request: IncomingMessage) => FleetRights;
}

/** The part of an HTTP server that is used: the one of `node:http`, `node:https` or `node:http2`. */
export interface UpgradeEmitter {
  /** Adds a listener of upgrade requests. */
  on(event: "upgrade", listener: UpgradeHandler): unknown;
  /** Removes a listener of upgrade requests. */
  off(event: "upgrade", listener: UpgradeHandler): unknown;
}

/** Handles an upgrade request. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const ALL_RIGHTS: FleetRights = {
  agent: () => ({ name: "Page", may: () => true }),
  manageAgents: true,
  // A page that may run programs may also see their messages.
  seesMessages: true,
  review: true,
};

/** Returns the rights of a page that may do everything. */
export const allRights = (): FleetRights => ALL_RIGHTS;

/**
 * Shows the agents of a fleet to the pages of an HTTP server: of Node itself, Express, Fastify, Hono, Vite
 * or any other that is one. Only upgrade requests for `path` are answered. A page must come from this server
 * (`Host` and `Origin`), and its browser must be admitted by `access`. Returns a function that ends it.
 *
 * @example
 * ```ts
 * const app = express();
 * const access = createAccess({ name: "my_app" });
 * app.use((request, response, next) => exchangeToken(access, request, response) || next());
 * const server = app.listen(3000, "127.0.0.1", () => {
 *   console.log(`Open ${access.address("http://127.0.0.1:3000")}`);
 * });
 * attachAgents(server, hostFleet(fleet), access);
 * ```
 */
export function attachAgents(
  server: UpgradeEmitter,
  host: FleetHost,
  access: Access,
  options: AttachOptions = {},
): () => void {
  const { path = "/acp", hosts = [], rights = allRights } = options;
  const { authorize = ({ headers }) => access.admits(headers.cookie) } = options;
  const sockets = createAgentSockets(host);

  async function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Other paths belong to other listeners, such as the one of Vite.
    if (parseTarget(request.url)?.pathname !== path) return;
    // Without a listener, a browser that disconnects during the handshake would crash the server.
    socket.on("error", () => socket.destroy());
    if (!isOwnPage(request.headers, hosts)) return forbid(socket);
    // An error of the application admits nobody.
    const isAllowed = await Promise.resolve(request)
      .then(authorize)
      .catch(() => false);
    if (isAllowed) sockets.accept(request, socket, head, () => rights(request));
    else refusePage(request, socket, head);
  }

  const listener: UpgradeHandler = (request, socket, head) => void onUpgrade(request, socket, head);
  server.on("upgrade", listener);
  return () => {
    server.off("upgrade", listener);
    sockets.close();
  };
}

/** This computer, by the names that browsers use. Another name can lead here too (DNS rebinding). */
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/** Returns whether a WebSocket comes from a page of this server. Browsers always send both headers. */
function isOwnPage({ host = "", origin }: IncomingHttpHeaders, hosts: readonly string[]): boolean {
  if (!LOOPBACK_HOST.test(host) && !hosts.includes(host)) return false;
  return origin === `http://${host}` || origin === `https://${host}`;
}

function forbid(socket: Duplex): void {
  const reason = 'This page does not belong to the server, or its host is not listed in "hosts".';
  const lines = [
    "HTTP/1.1 403 Forbidden",
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(reason)}`,
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${reason}`);
}

/**
 * Answers a request that has the unused token in its query, `?token=…`: sets the cookie and redirects to the
 * same path without the token. Returns whether the request was answered.
 *
 * @example
 * ```ts
 * app.use((request, response, next) => exchangeToken(access, request, response) || next());
 * ```
 */
export function exchangeToken(
  access: Access,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const url = parseTarget(request.url);
  const token = url?.searchParams.get("token");
  // Link previews send HEAD requests. They must not use up the token.
  if (url === undefined || !token || request.method !== "GET") return false;
  const cookie = access.exchange(token);
  if (cookie === undefined) return false;
  sendRedirect(response, url.pathname, cookie);
  return true;
}
