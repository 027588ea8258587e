import type { IncomingHttpHeaders } from "node:http";

/** The names under which this server is reached. Any other is a foreign name that resolves here. */
const ownHosts = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`];

/** Why a request is refused whatever it asks for, or `undefined` (DNS rebinding ends here). */
export function refuseHost(headers: IncomingHttpHeaders, port: number): string | undefined {
  const host = headers.host ?? "";
  if (ownHosts(port).includes(host)) return undefined;
  return `Host "${host}" is not this server: use 127.0.0.1:${port}.`;
}

/**
 * Why a WebSocket is refused, or `undefined`. The browser lets any page open a WebSocket to any
 * address, and sends the cookie to every port of this computer: only `Origin` tells them apart.
 * Browsers always send it, so a client without one is refused too.
 */
export function refuseOrigin(headers: IncomingHttpHeaders): string | undefined {
  if (headers.origin === `http://${headers.host}`) return undefined;
  return `Origin "${headers.origin ?? ""}" may not connect: open the page of this server.`;
}

/** Why an API request is refused, or `undefined`: another site (or port) may not even ask. */
export function refuseForeignSite(headers: IncomingHttpHeaders): string | undefined {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return undefined;
  return `A ${String(site)} page may not read this: open the page of this server.`;
}
