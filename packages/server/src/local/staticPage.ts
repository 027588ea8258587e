import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { sendNotice, sendText } from "./responses.js";

/** Answers a `GET` or `HEAD` request that has passed every check. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** Serves the files of a built page, or a notice if the page has not been built. */
export function createPageHandler(pageDir: string): RequestHandler {
  // `dev` reads files on each request, so a new build does not break a running server.
  const serveFile = sirv(pageDir, { dev: true, etag: true });

  return (request, response, url) => {
    if (!existsSync(join(pageDir, "index.html"))) {
      const text = "Run the build script, then reload this page.";
      return sendNotice(response, 503, "The page has not been built", text);
    }
    // sirv throws on a range whose end is before its start, and no file here needs ranges.
    delete request.headers.range;
    serveFile(request, response, () => sendText(response, 404, `Not found: ${url.pathname}`));
  };
}
