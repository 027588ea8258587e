import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import sirv from "sirv";
import type { Access } from "./access.js";
import { refuseHost, refuseOrigin } from "./guard.js";
import { redirect, sendText, setSecurityHeaders } from "./respond.js";

/** The URL of a request line, or `undefined` where it holds none. */
export function parseUrl(target = "/"): URL | undefined {
  return URL.canParse(target, "http://127.0.0.1") ? new URL(target, "http://127.0.0.1") : undefined;
}

/** Everything that is answered over plain HTTP: the files of the page. All of it needs the cookie. */
export function createRequestListener(
  port: number,
  access: Access,
  pageDir: string,
): RequestListener {
  // `dev` looks files up anew each time: one replaced by a new build must not end the server.
  const serve = sirv(pageDir, { dev: true, etag: true });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    setSecurityHeaders(response, `127.0.0.1:${port}`);
    const refused = refuseHost(request.headers, port) ?? refuseOrigin(request.headers);
    if (refused) return sendText(response, 403, refused);
    setSecurityHeaders(response, request.headers.host ?? "");
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      return sendText(response, 405, `${request.method} is not served here: use GET.`);
    }
    const url = parseUrl(request.url);
    if (!url) return sendText(response, 400, `"${request.url}" is no address.`);
    const token = url.pathname === "/" ? url.searchParams.get("token") : null;
    const cookie = token === null ? undefined : access.exchange(token);
    if (cookie !== undefined) return redirect(response, "/", cookie);
    if (!access.admits(request.headers.cookie))
      return sendText(response, 403, "Open the address that acp-inspect printed on stderr.");
    // No file here is worth a partial answer, and sirv throws for a range that runs backwards.
    delete request.headers.range;
    serve(request, response, () => sendText(response, 404, `Nothing at ${request.url}.`));
  }

  return (request, response) => {
    try {
      answer(request, response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendText(response, 500, `acp-inspect failed: ${String(error)}`);
    }
  };
}
