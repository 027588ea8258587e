import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import sirv from "sirv";
import { onTestFinished } from "vitest";
import { SITE } from "../../src/address.js";

const folder = join(import.meta.dirname, "../../dist");

/**
 * Serves the built site like GitHub Pages: below the path of its address, without `.html` in the
 * addresses of pages, and with `404.html` for everything that does not exist.
 * @returns The address of the home page.
 */
export async function serveSite(): Promise<string> {
  const serveFile = sirv(folder, { extensions: ["html"] });
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const refuse = (): void => {
      response.writeHead(404, { "content-type": "text/html" });
      response.end(readFileSync(join(folder, "404.html")));
    };
    if (!path.startsWith(SITE.pathname)) return refuse();
    request.url = path.slice(SITE.pathname.length - 1);
    serveFile(request, response, refuse);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${SITE.pathname}`;
}
