import type { IncomingHttpHeaders } from "node:http";

/**
 * Checks the headers that browsers set on every request and pages cannot forge. Each function
 * returns the reason to refuse the request, or `undefined` if it may continue.
 */

/** Refuses a foreign host name that resolves to this computer (DNS rebinding). */
export function checkHost({ host = "" }: IncomingHttpHeaders, port: number): string | undefined {
  if (host === `127.0.0.1:${port}` || host === `localhost:${port}`) return undefined;
  return `Host "${host}" is not this server. Use 127.0.0.1:${port}.`;
}

/** Refuses a request from a page of another site or port. */
export function checkOrigin({ host, origin }: IncomingHttpHeaders): string | undefined {
  if (origin === undefined || origin === `http://${host}`) return undefined;
  return `Origin "${origin}" is not allowed. Open this server's own page.`;
}

/**
 * Refuses a WebSocket from a page of another site or port. Browsers let any page open a WebSocket
 * to any address, and they send the cookie to every port of this computer. They always send
 * `Origin`, so a request without it is refused as well.
 */
export function checkSocketOrigin(headers: IncomingHttpHeaders): string | undefined {
  if (headers.origin === undefined) return "A WebSocket request needs an Origin header.";
  return checkOrigin(headers);
}

/**
 * Refuses a request that a page of another site or port triggered without sending `Origin`, for
 * example through an `<img>` or `<script>` element. A link to the page itself may be followed.
 */
export function checkFetchSite(headers: IncomingHttpHeaders, isPage: boolean): string | undefined {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return undefined;
  const isLink =
    headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  if (isLink && isPage) return undefined;
  return `A ${String(site)} page must not load this. Open this server's own page.`;
}
