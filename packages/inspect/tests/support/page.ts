import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends a request with arbitrary headers. `fetch` would set `Host` and `Origin` itself, and
 * normalize the path.
 */
export async function get(
  address: string,
  headers: Record<string, string> = {},
  path = address.slice(new URL(address).origin.length),
  method = "GET",
): Promise<Reply> {
  const sent = request(new URL(address), { path, method, headers, agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: await text(response),
  };
}

/** Opens the address, which uses up its token, and returns the cookie. */
export async function signIn(address: string): Promise<string> {
  const { headers } = await get(address);
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

/** Opens a WebSocket as the page would. `headers` override the defaults. */
export function openSocket(
  address: string,
  headers: Record<string, string>,
  path = "/frames",
): WebSocket {
  const { origin, host } = new URL(address);
  const socket = new WebSocket(`ws://${host}${path}`, { headers: { origin, ...headers } });
  // Tests wait for the event that follows an error.
  socket.on("error", () => {});
  onTestFinished(() => socket.terminate());
  return socket;
}

/** Returns the status with which a WebSocket was refused. */
export async function refusalOf(socket: WebSocket): Promise<number> {
  const [sent, response] = await once(socket, "unexpected-response");
  sent.destroy();
  return response.statusCode;
}

/** Collects the lines that a page receives, and how its WebSocket is closed. */
export function collectLines(socket: WebSocket) {
  const lines: string[] = [];
  let rest = "";
  const checks = new Set<() => void>();
  socket.on("message", (data) => {
    const completed = (rest + (data as Buffer).toString("utf8")).split("\n");
    rest = completed.pop() ?? "";
    lines.push(...completed);
    for (const check of checks) check();
  });
  const closed = once(socket, "close") as Promise<[number, Buffer]>;
  return {
    lines,
    /** Resolves when at least `wanted` lines have arrived. */
    waitFor: (wanted: number) =>
      new Promise<void>((resolve) => {
        const check = (): void => void (lines.length >= wanted && resolve());
        checks.add(check);
        check();
      }),
    closed: closed.then(([code, reason]) => ({ code, reason: reason.toString() })),
  };
}
