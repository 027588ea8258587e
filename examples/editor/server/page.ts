import { existsSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { sendNotice, sendText } from "./respond.js";

/** Serves the built page; where it was never built, a page that says so. */
export function createPage(dir: string): RequestListener {
  // `dev` looks files up anew each time: one replaced by a new build must not end the server.
  const serve = sirv(dir, { dev: true, etag: true });
  const isBuilt = (): boolean => existsSync(join(dir, "index.html"));

  return (request: IncomingMessage, response: ServerResponse) => {
    if (!isBuilt()) {
      const text = "Run the <code>build</code> script of the example, then reload.";
      return sendNotice(response, 503, "The page is not built yet", text);
    }
    // No file here is worth a partial answer, and sirv throws for a range that runs backwards.
    delete request.headers.range;
    serve(request, response, () => sendText(response, 404, `Nothing at ${request.url}.`));
  };
}
