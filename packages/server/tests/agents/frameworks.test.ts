import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hostFleet } from "@acp-store/fleet/mirror";
import { createFleet } from "@acp-store/fleet/owner";
import { attachAgents, createAccess, exchangeToken } from "@acp-store/server";
import { followFrames } from "@acp-store/fleet/devtools";
import { agents } from "@acp-store/server/vite";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { createLogger, createServer as createVite } from "vite";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import {
  get,
  inProcessAgent,
  liveMirror,
  openPage,
  temporaryFolder,
  waitForStatus,
} from "./support/pages.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

/** A fleet of one agent with its access. */
function openFleet() {
  const fleet = createFleet({ agents: [inProcessAgent()] });
  const host = hostFleet(fleet);
  onTestFinished(async () => {
    host.close();
    await fleet.close();
  });
  return { host, access: createAccess({ name: "test" }) };
}

/** Gets a cookie, the page and the agents like a browser. Returns the number of sessions after a turn. */
async function useAgents(address: string): Promise<number> {
  const { origin } = new URL(address);
  const { status, location, cookie } = await get(address);
  expect([status, location]).toEqual([303, "/"]);
  expect((await get(origin)).text).toContain("The page");
  await waitForStatus(openPage(origin, {}), "not_admitted");
  const page = openPage(origin, { cookie });
  const mirror = await liveMirror(page);
  const { sessionId } = await mirror.actions.newSession({ cwd: "/w" });
  await mirror.actions.prompt(sessionId, [{ type: "text", text: "Go" }]);
  await waitForState(page.overview, ({ counts }) => counts.finished === 1);
  return page.overview.getState().sessions.length;
}

function originOf(server: Server): string {
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("works with Express", async () => {
  const { host, access } = openFleet();
  const app = express();
  app.use((request, response, next) => exchangeToken(access, request, response) || next());
  app.get("/", (_request, response) => void response.send("The page"));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  attachAgents(server, host, access);
  expect(await useAgents(access.address(originOf(server)))).toBe(1);
});

it("works with Fastify", async () => {
  const { host, access } = openFleet();
  const app = fastify();
  app.addHook("onRequest", async (request, reply) => {
    if (exchangeToken(access, request.raw, reply.raw)) reply.hijack();
  });
  app.get("/", () => "The page");
  await app.listen({ port: 0, host: "127.0.0.1" });
  attachAgents(app.server, host, access);
  expect(await useAgents(access.address(originOf(app.server)))).toBe(1);
});

it("works with Hono", async () => {
  const { host, access } = openFleet();
  const app = new Hono();
  app.get("/", (context) => context.text("The page"));
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    if (!exchangeToken(access, request, response)) void listener(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  attachAgents(server, host, access);
  expect(await useAgents(access.address(originOf(server)))).toBe(1);
});

it("works in Vite, beside its own WebSocket, and prints the address", async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, "index.html"), "<title>The page</title>");
  const printed: string[] = [];
  const logger = createLogger("silent");
  logger.info = (message) => void printed.push(message);
  const dataDir = join(root, "data");
  const vite = await createVite({
    root,
    configFile: false,
    customLogger: logger,
    server: { port: 0, host: "127.0.0.1" },
    optimizeDeps: { noDiscovery: true },
    plugins: [agents({ agents: [inProcessAgent()], dataDir })],
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  vite.printUrls();
  const addresses = () => printed.join("\n").match(/http:\S+token=\S+/g) ?? [];
  const [address = ""] = addresses();
  expect(await useAgents(address)).toBe(1);
  // The next browser needs another one.
  expect(new Set(addresses()).size).toBe(2);
  const { origin } = new URL(address);
  // A page under development has the messages of the agents for its devtools.
  const { cookie } = await get(addresses().at(-1) ?? "");
  const frames = followFrames(openPage(origin, { cookie }), "a");
  onTestFinished(() => frames.close());
  const { store } = await waitForState(frames.state, (state) => state.status === "live");
  await waitForState(store, ({ sessions }) => sessions.size === 1);
  const hmr = new WebSocket(
    `${origin.replace("http", "ws")}/?token=${vite.config.webSocketToken}`,
    "vite-hmr",
  );
  onTestFinished(() => hmr.terminate());
  const [message] = await once(hmr, "message");
  expect(String(message)).toContain("connected");
});
