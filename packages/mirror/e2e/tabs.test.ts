import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { Stream } from "@agentclientprotocol/sdk";
import { type ScriptedAgent, scriptedAgent } from "@acp-store/testing";
import { type BrowserContext, chromium, type Page } from "playwright";
import { build } from "vite";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { CHROMIUM_ARGS } from "../../../scripts/chromium.mjs";
import type {} from "./page/tab.js";

let script = "";

beforeAll(async () => {
  const output = await build({
    configFile: false,
    logLevel: "warn",
    resolve: { conditions: ["@acp-store/source", "module", "browser"] },
    build: {
      write: false,
      rollupOptions: { input: fileURLToPath(new URL("page/tab.ts", import.meta.url)) },
    },
  });
  const [bundle] = Array.isArray(output) ? output : [output];
  const [chunk] = bundle !== undefined && "output" in bundle ? bundle.output : [];
  if (chunk?.type !== "chunk") throw new Error("The page was not built.");
  script = chunk.code;
});

/** Serves the page, and connects its WebSockets to an agent. */
async function startServer(agent: ScriptedAgent): Promise<string> {
  const server: Server = createServer((request, response) => {
    const isScript = request.url === "/tab.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript
        ? script
        : `<!doctype html><link rel="icon" href="data:," /><script type="module" src="/tab.js"></script>`,
    );
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => void agent.serve(streamOf(socket)).catch(() => {}));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("expected a TCP address");
  return `http://127.0.0.1:${address.port}/`;
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

async function openContext(): Promise<BrowserContext> {
  const executablePath = process.env["CHROMIUM_PATH"];
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath !== undefined && { executablePath }),
  });
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  onTestFinished(async () => {
    await browser.close();
    expect(complaints).toEqual([]);
  });
  return context;
}

async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => globalThis.tab?.mirror.status === "live");
  return page;
}

const isOwner = (page: Page): Promise<boolean> => page.evaluate(() => tab.isOwner);

/** Returns the texts of all messages that a tab shows. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...tab.mirror.getState().sessions.values()].flatMap(({ messages }) =>
      [...messages.values()].flatMap(({ content }) =>
        content.map((block) => (block.type === "text" ? block.text : block.type)),
      ),
    ),
  );

const prompt = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(async (words) => {
    const [sessionId] = tab.mirror.getState().sessions.keys();
    if (sessionId === undefined) throw new Error("There is no session.");
    return tab.mirror.actions.prompt(sessionId, [{ type: "text", text: words }]);
  }, text);

const createAgent = (): ScriptedAgent =>
  scriptedAgent({ onPrompt: (turn) => turn.say("An answer.") });

it("shows all tabs the store of the first one, and lets each of them act", async () => {
  const address = await startServer(createAgent());
  const context = await openContext();
  const pages = [
    await openTab(context, address),
    await openTab(context, address),
    await openTab(context, address),
  ];
  expect(await Promise.all(pages.map(isOwner))).toEqual([true, false, false]);
  await prompt(pageAt(pages, 2), "A question");
  for (const page of pages)
    await expect.poll(() => textsOf(page)).toEqual(["A question", "An answer."]);
});

function pageAt(pages: readonly Page[], index: number): Page {
  const page = pages[index];
  if (page === undefined) throw new Error(`There is no page ${index}.`);
  return page;
}

it.each([
  ["closes", (page: Page) => page.close()],
  ["crashes", (page: Page) => page.goto("chrome://crash").catch(() => {})],
] as const)("continues in another tab within a second when the owner %s", async (_name, end) => {
  const address = await startServer(createAgent());
  const context = await openContext();
  const owner = await openTab(context, address);
  const others = [await openTab(context, address), await openTab(context, address)];
  await prompt(owner, "A question");
  for (const page of others) await expect.poll(() => textsOf(page)).toHaveLength(2);
  const [first] = others;
  if (first === undefined) throw new Error("There is no other tab.");
  // The listener is there before the owner ends.
  const measured = await first.evaluateHandle(() => {
    const times = { stale: 0, live: 0 };
    tab.mirror.onStatus((status) => {
      if (status === "stale" || status === "live") times[status] = performance.now();
    });
    return times;
  });
  await end(owner);
  const isTakenOver = () => measured.evaluate(({ stale, live }) => stale > 0 && live > stale);
  await expect.poll(isTakenOver).toBe(true);
  expect(await measured.evaluate(({ stale, live }) => live - stale)).toBeLessThan(1000);
  const owners = await Promise.all(others.map(isOwner));
  expect(owners.filter(Boolean)).toHaveLength(1);
  for (const page of others)
    await expect.poll(() => textsOf(page)).toEqual(["A question", "An answer."]);
  await prompt(first, "Another question");
  for (const page of others) await expect.poll(() => textsOf(page)).toHaveLength(4);
});
