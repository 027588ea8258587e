import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { WebSocket } from "ws";
import { type Guest, type GuestAccess, MAX_GUESTS } from "./guestAccess.js";
import { checkHost, checkOrigin, checkSocketOrigin } from "./requestChecks.js";
import { sendNotice, sendRedirect, setSecurityHeaders } from "./responses.js";
import { createPageHandler } from "./staticPage.js";

/** A second page, with few rights, for browsers that a user has invited. */
export interface GuestPage {
  /** The path of the page, such as `/phone`. Nothing outside of it is served to guests. */
  readonly path: string;
  /** The folder of the built page, with its `index.html`. */
  readonly pageDir: string;
  /** Decides which browsers may use the page. */
  readonly access: GuestAccess;
  /**
   * An origin at which a proxy of the user forwards requests to the server, such as
   * `https://laptop.tailnet.ts.net`. It is accepted for the guest page only.
   */
  readonly origin?: string | undefined;
  /** A sentence for a person without a session. */
  readonly addressHint: string;
  /** Returns the name of the device for a `User-Agent` header. */
  readonly nameDevice: (userAgent: string) => string;
  /** The largest message that a guest may send. A larger one closes the WebSocket. */
  readonly maxPayloadBytes: number;
  /** Called with each WebSocket that a guest opens at `path` + `/socket`. */
  readonly onConnect: (socket: WebSocket, guest: Guest) => void;
}

/** Answers the requests of guests. */
export interface GuestRequests {
  /** Returns whether a path belongs to the guest page. */
  owns(pathname: string): boolean;
  /** Returns whether a path is that of the guest page itself. */
  isPage(pathname: string): boolean;
  /** Returns the reason to refuse a request because of its `Host` or `Origin`. */
  checkHeaders(headers: IncomingHttpHeaders): string | undefined;
  /** Answers a request that has passed all checks of its headers. */
  answer(request: IncomingMessage, response: ServerResponse, url: URL): void;
  /**
   * Returns what to do with the WebSocket of an upgrade request, or the status and the reason to refuse it.
   * `undefined`: the browser is not that of a guest.
   */
  admit(
    request: IncomingMessage,
    url: URL,
  ):
    | { readonly onOpen: (socket: WebSocket) => void }
    | { readonly refusal: readonly [status: number, reason: string] }
    | undefined;
}

/** Creates the {@link GuestRequests} of a server. */
export function createGuestRequests(page: GuestPage, port: number): GuestRequests {
  const { access, path, addressHint, onConnect } = page;
  const proxy = page.origin === undefined ? undefined : new URL(page.origin);
  const servePage = createPageHandler(page.pageDir);

  function isProxied({ host }: IncomingHttpHeaders): boolean {
    return proxy !== undefined && host === proxy.host;
  }

  function checkHeaders(headers: IncomingHttpHeaders): string | undefined {
    if (!isProxied(headers)) return checkHost(headers, port) ?? checkOrigin(headers);
    const { origin } = headers;
    if (origin === undefined || origin === proxy?.origin) return undefined;
    return `Origin "${origin}" is not allowed. Open this server's own page.`;
  }

  function checkSocket(headers: IncomingHttpHeaders): string | undefined {
    const { origin } = headers;
    return checkHeaders(headers) ?? (origin === undefined ? checkSocketOrigin(headers) : undefined);
  }

  function answer(request: IncomingMessage, response: ServerResponse, url: URL): void {
    const { headers } = request;
    const isSecure = isProxied(headers) && proxy?.protocol === "https:";
    setSecurityHeaders(response, `${isSecure ? "wss" : "ws"}://${headers.host ?? ""}`);
    if (access.find(headers.cookie) === undefined)
      return exchange(request, response, url, isSecure);
    if (url.searchParams.has("token")) return sendRedirect(response, path);
    request.url = url.pathname.slice(path.length) || "/";
    servePage(request, response, url);
  }

  /** Exchanges the token in `url` for a cookie. */
  function exchange(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    isSecure: boolean,
  ): void {
    const token = url.searchParams.get("token");
    const name = page.nameDevice(request.headers["user-agent"] ?? "");
    // Link previews send HEAD requests. They must not use up the token.
    const isOpened = url.pathname === path && request.method === "GET";
    const result = token && isOpened ? access.exchange(token, name, isSecure) : undefined;
    if (result && "cookie" in result) return sendRedirect(response, path, result.cookie);
    if (result?.refusal === "full") {
      const hint = `${MAX_GUESTS} devices are connected, and no more are possible. Disconnect one of them on the computer that shows this link, then open the link again.`;
      return sendNotice(response, 403, "Too many devices are connected", hint);
    }
    const reason = "This link was already used, has expired, or its server has stopped. ";
    const text = (token === null ? "" : reason) + addressHint;
    sendNotice(response, 403, "This page needs a new link", text);
  }

  return {
    owns: (pathname) => pathname === path || pathname.startsWith(`${path}/`),
    isPage: (pathname) => pathname === path,
    checkHeaders,
    answer,
    admit(request, { pathname }) {
      const foreign = checkSocket(request.headers);
      if (foreign !== undefined) return { refusal: [403, foreign] };
      const socketPath = `${path}/socket`;
      const guest = access.find(request.headers.cookie);
      if (guest === undefined) return undefined;
      return pathname === socketPath
        ? { onOpen: (socket) => onConnect(socket, guest) }
        : { refusal: [404, `There is no WebSocket at ${pathname}. Use ${socketPath}.`] };
    },
  };
}
