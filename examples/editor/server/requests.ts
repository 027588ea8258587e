import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Access } from "./access.js";
import { answerApi } from "./api.js";
import type { AgentLogs } from "./bridge/agentLog.js";
import { refuseHost } from "./guard.js";
import { setSecurityHeaders } from "./headers.js";
import { createPage } from "./page.js";
import { redirect, sendNotice, sendText } from "./respond.js";
import type { Source } from "./source.js";
import { parseUrl } from "./url.js";

export interface RequestDependencies {
  readonly port: number;
  readonly access: Access;
  readonly source: Source;
  readonly logs: AgentLogs;
  readonly pageDir: string;
  /** Called when a browser has used the address up. */
  readonly onAdmitted: () => void;
}

/** Everything this server answers over plain HTTP; all of it needs the session cookie. */
export function createRequestListener(deps: RequestDependencies): RequestListener {
  const sendPage = createPage(deps.pageDir);

  function answer(request: IncomingMessage, response: ServerResponse): void {
    setSecurityHeaders(response, `127.0.0.1:${deps.port}`);
    const refused = refuseHost(request.headers, deps.port);
    if (refused) return sendText(response, 403, refused);
    setSecurityHeaders(response, request.headers.host ?? "");
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      return sendText(response, 405, `${request.method} is not served here: use GET.`);
    }
    const url = parseUrl(request.url);
    if (!url) return sendText(response, 400, `"${request.url}" is no address.`);
    if (!deps.access.admits(request.headers.cookie)) return admit(request, response, url);
    if (url.searchParams.has("token")) return redirect(response, "/");
    if (url.pathname.startsWith("/api/")) return answerApi(request, response, url, deps);
    sendPage(request, response);
  }

  function admit(request: IncomingMessage, response: ServerResponse, url: URL): void {
    const token = url.pathname === "/" ? url.searchParams.get("token") : null;
    const cookie = token && request.method === "GET" ? deps.access.exchange(token) : undefined;
    if (cookie === undefined) return showClosedDoor(response, url, token !== null);
    redirect(response, "/", cookie);
    deps.onAdmitted();
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

function showClosedDoor(response: ServerResponse, url: URL, hadToken: boolean): void {
  if (url.pathname !== "/")
    return sendText(response, 403, "Open the address in the terminal first.");
  const used = "This address has been used, or belongs to a server that has stopped. ";
  const text = "Open the address printed last in the terminal: each address works for one browser.";
  sendNotice(
    response,
    403,
    "Open the address printed in the terminal",
    (hadToken ? used : "") + text,
  );
}
