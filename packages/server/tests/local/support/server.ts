import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import {
  type LocalServer,
  type LocalServerOptions,
  type SocketEndpoint,
  startLocalServer,
} from "../../../src/local/index.js";

export const ADDRESS_HINT = "Open the address in the terminal.";

/** The content of a file beside the page's folder, which the server must never send. */
export const SECRET = "do not serve this";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface RequestOptions {
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

export interface TestServer extends LocalServer {
  readonly origin: string;
  readonly port: number;
  /** The addresses passed to `onAdmitted`. */
  readonly nextAddresses: readonly string[];
  /** Sends a request whose target is `path`, exactly as written. */
  get(path: string, options?: RequestOptions): Promise<Reply>;
  /** Exchanges the token of an address for a cookie. */
  signIn(address?: string): Promise<string>;
  /** Opens a WebSocket with the server's own origin, unless `headers` contains another one. */
  open(headers: Record<string, string>, path?: string): WebSocket;
}

/** Creates a folder that contains a built page in `page/` and a secret file beside it. */
export function createPageDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pageDir = join(folder, "page");
  mkdirSync(join(pageDir, "assets"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), SECRET);
  writeFileSync(join(pageDir, "index.html"), "<title>The page</title>");
  writeFileSync(join(pageDir, "assets", "index.js"), "export {};");
  return pageDir;
}

/** Starts a server that stops when the test ends. Its WebSocket echoes every message. */
export async function startTestServer(
  options: Partial<LocalServerOptions> = {},
): Promise<TestServer> {
  const nextAddresses: string[] = [];
  const server = await startLocalServer({
    name: "test",
    port: 0,
    allowOtherPort: false,
    pageDir: createPageDir(),
    addressHint: ADDRESS_HINT,
    endpoints: [echoEndpoint],
    onAdmitted: (address) => nextAddresses.push(address),
    ...options,
  });
  onTestFinished(() => server.close());
  const { origin, port } = new URL(server.address);
  const get: TestServer["get"] = (path, { headers = {}, method = "GET" } = {}) =>
    send(origin, path, headers, method);
  return {
    ...server,
    origin,
    port: Number(port),
    nextAddresses,
    get,
    async signIn(address = server.address) {
      const { headers } = await get(address.slice(origin.length));
      return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    },
    open(headers, path = "/echo") {
      const socket = new WebSocket(`${origin.replace("http", "ws")}${path}`, {
        headers: { origin, ...headers },
      });
      // Tests wait for the event that follows an error.
      socket.on("error", () => {});
      onTestFinished(() => socket.terminate());
      return socket;
    },
  };
}

export const echoEndpoint: SocketEndpoint = {
  path: "/echo",
  maxPayloadBytes: 1000,
  onConnect(socket, url) {
    // An oversized message is reported as an error and then closes the WebSocket.
    socket.on("error", () => {});
    socket.on("message", (data) => socket.send(`${url.search} ${String(data as Buffer)}`));
  },
};

/** Sends a request with arbitrary headers. `fetch` would set `Host` and `Origin` itself. */
async function send(
  origin: string,
  path: string,
  headers: Record<string, string>,
  method: string,
): Promise<Reply> {
  const sent = request(new URL(origin), { path, method, headers, agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: await text(response),
  };
}

/** Returns the code and the reason with which a WebSocket was closed before it could be used. */
export async function closeOf(socket: WebSocket): Promise<string> {
  let hasReceived = false;
  socket.on("message", () => (hasReceived = true));
  socket.on("open", () => socket.send("hello"));
  const [code, reason] = (await once(socket, "close")) as [number, Buffer];
  return hasReceived ? "It was used." : `${code} ${String(reason)}`;
}

/** Returns the status and the text with which a WebSocket was refused. */
export async function refusalOf(socket: WebSocket): Promise<Pick<Reply, "status" | "text">> {
  const [sent, response] = (await once(socket, "unexpected-response")) as [
    ReturnType<typeof request>,
    IncomingMessage,
  ];
  const reply = { status: response.statusCode ?? 0, text: await text(response) };
  sent.destroy();
  return reply;
}
