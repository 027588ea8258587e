import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Access } from "./access.js";
import type { GuestRequests } from "./guestPage.js";
import { checkFetchSite, checkHost, checkOrigin } from "./requestChecks.js";
import { sendNotice, sendRedirect, sendText, setSecurityHeaders } from "./responses.js";
import { createPageHandler, type RequestHandler } from "./staticPage.js";

export interface RequestListenerOptions {
  readonly port: number;
  readonly access: Access;
  readonly pageDir: string;
  readonly addressHint: string;
  readonly answerApi?: RequestHandler | undefined;
  readonly guests?: GuestRequests | undefined;
  readonly onAdmitted: () => void;
}

/**
 * Parses the target of a request line. Returns `undefined` unless it is a path on this server: full
 * URLs are for proxies.
 */
export function parseTarget(target = "/"): URL | undefined {
  const url = `http://127.0.0.1${target}`;
  return target.startsWith("/") && URL.canParse(url) ? new URL(url) : undefined;
}

/** Creates the listener for plain HTTP requests. It serves nothing without the session cookie. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { port, access, addressHint, answerApi, guests } = options;
  const servePage = createPageHandler(options.pageDir);

  function answer(request: IncomingMessage, response: ServerResponse): void {
    setSecurityHeaders(response, `ws://127.0.0.1:${port}`);
    const url = parseTarget(request.url);
    const isForGuests = url !== undefined && guests?.owns(url.pathname) === true;
    const foreign = isForGuests
      ? guests.checkHeaders(request.headers)
      : (checkHost(request.headers, port) ?? checkOrigin(request.headers));
    if (foreign !== undefined) return sendText(response, 403, foreign);
    setSecurityHeaders(response, `ws://${request.headers.host ?? ""}`);
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      return sendText(response, 405, `${request.method} is not supported. Use GET.`);
    }
    if (!url) return sendText(response, 400, `"${request.url}" is not a path on this server.`);
    const foreignSite = checkFetchSite(request.headers, isPage(url.pathname));
    if (foreignSite !== undefined) return sendText(response, 403, foreignSite);
    if (isForGuests) return guests.answer(request, response, url);
    if (!access.admits(request.headers.cookie)) return admit(request, response, url);
    if (url.searchParams.has("token")) return sendRedirect(response, "/");
    if (answerApi && url.pathname.startsWith("/api/")) return answerApi(request, response, url);
    servePage(request, response, url);
  }

  function isPage(pathname: string): boolean {
    return pathname === "/" || guests?.isPage(pathname) === true;
  }

  /** Exchanges the token in `url` for a cookie. */
  function admit(request: IncomingMessage, response: ServerResponse, url: URL): void {
    if (url.pathname !== "/") return sendText(response, 403, addressHint);
    const token = url.searchParams.get("token");
    // Link previews send HEAD requests. They must not use up the token.
    const cookie = token && request.method === "GET" ? access.exchange(token) : undefined;
    if (cookie === undefined) return refuse(response, token !== null);
    sendRedirect(response, "/", cookie);
    options.onAdmitted();
  }

  function refuse(response: ServerResponse, hadToken: boolean): void {
    const reason = "This address was already used, or its server has stopped. ";
    const text = `${addressHint} Each address works for one browser.`;
    sendNotice(response, 403, "This page needs a valid address", (hadToken ? reason : "") + text);
  }

  return (request, response) => {
    try {
      answer(request, response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendText(response, 500, `The server failed: ${String(error)}`);
    }
  };
}
