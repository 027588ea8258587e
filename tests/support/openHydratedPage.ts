import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { createServer, type PluginOption } from "vite";
import { onTestFinished } from "vitest";
import { openPage } from "./openPage.js";

/** The exports of the module `server` of a folder. */
interface ServerModule {
  /** Returns the markup of the app, and the state of its store as JSON. */
  render(): Promise<{ readonly html: string; readonly head?: string; readonly state: string }>;
}

const conditions = ["@acp-store/source", "development"];

/**
 * Renders the app of a folder on a server, and opens the page in Chromium, where the module `client`
 * of the folder hydrates it. The frameworks run in their development mode, which warns about markup
 * that does not match. Warnings fail the test.
 */
export async function openHydratedPage(folder: string, plugins: PluginOption[]): Promise<Page> {
  const cacheDir = mkdtempSync(join(tmpdir(), "acp-hydration-"));
  const vite = await createServer({
    configFile: false,
    root: folder,
    cacheDir,
    plugins,
    appType: "custom",
    logLevel: "error",
    resolve: { conditions: [...conditions, "module", "browser"] },
    ssr: { resolve: { conditions: [...conditions, "node"] } },
    // Vite reloads a page when it finds a dependency to bundle. All of these are ES modules.
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, ws: false },
  });
  const { render } = (await vite.ssrLoadModule("/server")) as ServerModule;
  const { html, head = "", state } = await render();
  // The module `env` sets the globals that plugins define.
  const document = `<!doctype html>
    <html lang="en"><head><link rel="icon" href="data:," />${head}</head><body>
    <div id="root">${html}</div><button>Update</button>
    <script id="state" type="application/json">${state.replaceAll("<", "\\u003c")}</script>
    <script type="module" src="/@vite/env"></script>
    <script type="module" src="/client"></script></body></html>`;
  const server = createHttpServer((request, response) => {
    if (request.url !== "/") return vite.middlewares(request, response);
    response.setHeader("content-type", "text/html");
    response.end(document);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await vite.close();
    rmSync(cacheDir, { recursive: true, force: true });
  });
  return openPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}
