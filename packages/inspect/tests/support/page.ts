import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";

/** An answer over HTTP. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * A request with any headers at all, as `fetch` sets `Host` and `Origin` itself, and for a path that goes
 * out as it is written, with all its dots.
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

/** Uses the address, and yields the cookie. */
export async function signIn(address: string): Promise<string> {
  const { headers } = await get(address);
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

/** Opens a WebSocket as the page would, except for what the headers say. */
export function openSocket(
  address: string,
  headers: Record<string, string>,
  path = "/frames",
): WebSocket {
  const { origin, host } = new URL(address);
  const socket = new WebSocket(`ws://${host}${path}`, { headers: { origin, ...headers } });
  // The tests wait for what follows an error.
  socket.on("error", () => {});
  onTestFinished(() => socket.terminate());
  return socket;
}

/** The status with which a WebSocket was refused. */
export async function refusalOf(socket: WebSocket): Promise<number> {
  const [sent, response] = await once(socket, "unexpected-response");
  sent.destroy();
  return response.statusCode;
}

/** What a page gets to see: the lines, and why there are no more. */
export function seenBy(socket: WebSocket) {
  let text = "";
  const wakes = new Set<() => void>();
  const lines = (): string[] => text.split("\n").slice(0, -1);
  socket.on("message", (data) => {
    text += (data as Buffer).toString("utf8");
    for (const wake of wakes) wake();
  });
  const closed = once(socket, "close") as Promise<[number, Buffer]>;
  return {
    lines,
    /** Resolves when there are so many lines. */
    count: (wanted: number) =>
      new Promise<void>((resolve) => {
        const wake = (): void => void (lines().length >= wanted && resolve());
        wakes.add(wake);
        wake();
      }),
    closed: closed.then(([code, reason]) => ({ code, reason: reason.toString() })),
  };
}
