import type { IncomingHttpHeaders } from "node:http";

/** Why a request is refused whatever it asks for, or `undefined`. DNS rebinding ends here. */
export function refuseHost({ host = "" }: IncomingHttpHeaders, port: number): string | undefined {
  if (host === `127.0.0.1:${port}` || host === `localhost:${port}`) return undefined;
  return `Host "${host}" is not this server: use 127.0.0.1:${port}.`;
}

/** Why a request that another site (or port) made is refused, or `undefined`. */
export function refuseOrigin({ host, origin }: IncomingHttpHeaders): string | undefined {
  if (origin === undefined || origin === `http://${host}`) return undefined;
  return `Origin "${origin}" may not ask here: open the page of this server.`;
}

/**
 * Why a WebSocket is refused, or `undefined`. The browser lets any page open one to any address, and
 * sends the cookie along to every port of this computer. It always names the origin, so a client
 * that names none is refused too.
 */
export function refuseSocket(headers: IncomingHttpHeaders): string | undefined {
  if (headers.origin === undefined) return "A WebSocket needs an Origin: open the page.";
  return refuseOrigin(headers);
}
