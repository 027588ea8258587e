import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { Stream } from "@agentclientprotocol/sdk";
import { beforeAll, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import type { CrashAgent } from "../tests/crash/client/agent.js";
import {
  type ClientSite,
  killClients,
  printClientDamages,
  UNDAMAGED,
} from "../tests/crash/client/killClients.js";
import { KILL_TIMEOUT, SEED } from "../tests/crash/kills.js";
import { bundle } from "../tests/support/bundle.js";
import { killChromium, removeChromium, startChromium } from "./support/chromium.js";

let code = "";

beforeAll(async () => {
  code = await bundle(join(import.meta.dirname, "clientPage.ts"), "browser");
});

/** Creates a place in a new profile of Chromium, whose page is connected to the agent. */
async function createSite(agent: CrashAgent): Promise<ClientSite> {
  const profile = mkdtempSync(join(tmpdir(), "acp-store-chromium-"));
  let browser: ChildProcess | undefined;
  let reports = new PassThrough({ objectMode: true });
  let served = Promise.resolve();
  const server = createServer((request, response) => {
    if (request.method !== "POST") {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(`<!doctype html><script type="module">${code}</script>`);
      return;
    }
    const receive = (body: string): void => {
      // The page does nothing before the answer, so a late report of a killed one says nothing.
      if (!reports.writableEnded) for (const report of JSON.parse(body)) reports.write(report);
      response.end();
    };
    // A page that was killed leaves an incomplete request.
    text(request).then(receive, () => response.destroy());
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    served = agent.serve(streamOf(socket)).catch(() => {});
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return {
    async start({ seed, life }) {
      await served;
      const current = new PassThrough({ objectMode: true });
      const url = `http://127.0.0.1:${address.port}/?seed=${seed}&life=${life}`;
      const running = startChromium(profile, url);
      running.once("close", () => current.end());
      browser = running;
      reports = current;
      return { reports: current, kill: () => killChromium(running) };
    },
    async close() {
      await removeChromium(browser, profile);
      await served;
      server.closeAllConnections();
      server.close();
    },
  };
}

function streamOf(socket: WebSocket): Stream {
  return {
    readable: new ReadableStream({
      start(controller) {
        socket.on("message", (data: Buffer) => controller.enqueue(JSON.parse(data.toString())));
        socket.on("close", () => controller.close());
      },
    }),
    writable: new WritableStream({ write: (message) => socket.send(JSON.stringify(message)) }),
  };
}

it(
  "continues the sessions of killed browsers in IndexedDB",
  async () => {
    const damages = await killClients(createSite);
    printClientDamages("IndexedDB", damages);
    // Rarely, a kill damages a file of Chromium, which then deletes the database. The README explains it.
    const { vanished: _, ...expected } = UNDAMAGED;
    expect(damages, `seed ${SEED}`).toMatchObject(expected);
    expect(damages.acknowledged).toBeGreaterThan(0);
  },
  KILL_TIMEOUT,
);
