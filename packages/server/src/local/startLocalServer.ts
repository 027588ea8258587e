import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createAccess } from "./access.js";
import { createGuestRequests, type GuestPage } from "./guestPage.js";
import { createRequestListener } from "./requestListener.js";
import type { RequestHandler } from "./staticPage.js";
import { createUpgradeListener, type SocketEndpoint } from "./upgradeListener.js";

/** Only programs on this computer can connect to this interface. */
const LOOPBACK = "127.0.0.1";

export interface LocalServerOptions {
  /** The prefix of the session cookie's name. */
  readonly name: string;
  /** The file in which admitted browsers are kept, so that a restart admits them. Default: none. */
  readonly accessFile?: string | undefined;
  /** The port to listen on, or 0 for any free port. */
  readonly port: number;
  /** Whether to listen on any free port if `port` cannot be used. */
  readonly allowOtherPort: boolean;
  /** The folder of the built page, with its `index.html`. */
  readonly pageDir: string;
  /** A sentence that tells a person without a session where to find the address. */
  readonly addressHint: string;
  /** The WebSockets that the page may open. */
  readonly endpoints: readonly SocketEndpoint[];
  /** Answers requests to paths that start with `/api/`. */
  readonly answerApi?: RequestHandler | undefined;
  /** A second page, for browsers that a user has invited. */
  readonly guests?: GuestPage | undefined;
  /** Called with the next address when a browser has used the current one. */
  readonly onAdmitted: (nextAddress: string) => void;
}

export interface LocalServer {
  /** The address to open first. It contains the token. */
  readonly address: string;
  /** The error that made the server listen on a port other than the requested one. */
  readonly portError?: string;
  /**
   * Stops accepting connections, waits for `finish`, and closes the remaining HTTP connections.
   * WebSockets belong to the endpoint, so `finish` has to close them.
   */
  close(finish?: () => Promise<void>): Promise<void>;
}

/**
 * Starts a server on the loopback interface that serves a page and its WebSockets to the browsers
 * that have opened its address.
 *
 * @throws if the port cannot be used and `allowOtherPort` is `false`.
 */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const { name, pageDir, addressHint, endpoints, answerApi, onAdmitted, accessFile } = options;
  const server = createServer();
  const { port, portError } = await listen(server, options);
  const origin = `http://${LOOPBACK}:${port}`;
  const access = createAccess({ name, ...(accessFile !== undefined && { file: accessFile }) });
  const guests = options.guests && createGuestRequests(options.guests, port);
  server.on(
    "request",
    createRequestListener({
      port,
      access,
      pageDir,
      addressHint,
      answerApi,
      guests,
      onAdmitted: () => onAdmitted(access.address(origin)),
    }),
  );
  server.on(
    "upgrade",
    createUpgradeListener({
      ...{ port, access, endpoints },
      ...(options.guests && guests && { guests: { ...options.guests, requests: guests } }),
    }),
  );

  async function close(finish?: () => Promise<void>): Promise<void> {
    server.close();
    await finish?.();
    server.closeAllConnections();
  }
  return { address: access.address(origin), ...(portError !== undefined && { portError }), close };
}

async function listen(
  server: Server,
  { port, allowOtherPort }: Pick<LocalServerOptions, "port" | "allowOtherPort">,
): Promise<{ port: number; portError?: string }> {
  try {
    return { port: await listenOn(server, port) };
  } catch (error) {
    if (!allowOtherPort) throw error;
    const portError = error instanceof Error ? error.message : String(error);
    return { port: await listenOn(server, 0), portError };
  }
}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, LOOPBACK);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server did not open a TCP port.");
  return address.port;
}
