import type { ChildProcess } from "node:child_process";
import { EventEmitter, on, once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { StoredDocument } from "@acp-store/persist";
import { expect, it, onTestFinished } from "vitest";
import {
  type CrashSite,
  KILL_TIMEOUT,
  killRepeatedly,
  printDamage,
  SEED,
} from "../tests/crash/kills.js";
import { bundle } from "../tests/support/bundle.js";
import { killChromium, removeChromium, startChromium } from "./support/chromium.js";

/** A page that has reported its documents and waits for its writes. */
interface WaitingPage {
  readonly documents: (StoredDocument | undefined)[];
  readonly answer: ServerResponse;
}

/** Serves the page, and emits `found` and `written` when it reports something. */
async function servePage(): Promise<{ address: string; reports: EventEmitter }> {
  const code = await bundle(join(import.meta.dirname, "crashPage.ts"), "browser");
  const reports = new EventEmitter();
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "POST") {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(`<!doctype html><script type="module">${code}</script>`);
      return;
    }
    // A page that was killed leaves an incomplete request.
    const body = await text(request).catch(() => "");
    if (request.url === "/found") {
      const page: WaitingPage = { documents: JSON.parse(body, readNull), answer: response };
      reports.emit("found", page);
    } else {
      if (body !== "") reports.emit("written", Number(body));
      response.end();
    }
  }
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return { address: `http://127.0.0.1:${address.port}/`, reports };
}

/** JSON has `null` for a document that does not exist. */
const readNull = (_key: string, value: unknown): unknown => (value === null ? undefined : value);

/** Creates a place in a new profile of Chromium. The parameters select the storage. */
async function createSite(parameters: string): Promise<CrashSite> {
  const { address, reports } = await servePage();
  const folder = mkdtempSync(join(tmpdir(), "acp-store-chromium-"));
  let browser: ChildProcess | undefined;
  let page: WaitingPage | undefined;
  onTestFinished(() => removeChromium(browser, folder));
  return {
    async read() {
      browser = startChromium(folder, `${address}?${parameters}`);
      const [found]: WaitingPage[] = await once(reports, "found");
      page = found;
      return found?.documents ?? [];
    },
    async start(life) {
      const running = browser;
      if (running === undefined || page === undefined) throw new Error("There is no page.");
      const ended = new AbortController();
      running.once("close", () => ended.abort());
      const written = numbersUntil(ended.signal, reports);
      page.answer.end(JSON.stringify(life));
      return { reports: written, kill: () => killChromium(running) };
    },
  };
}

/** Yields the reports of writes, until the browser has ended. */
function numbersUntil(signal: AbortSignal, reports: EventEmitter): AsyncIterable<number> {
  const events = on(reports, "written", { signal });
  return (async function* () {
    try {
      for await (const [document] of events) yield Number(document);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  })();
}

it(
  "keeps all acknowledged writes of killed browsers in IndexedDB",
  async () => {
    const damage = await killRepeatedly(await createSite("storage=idb"));
    printDamage("IndexedDB", damage);
    // Rarely, a kill damages a file of Chromium, which then deletes the database. The README explains it.
    expect(damage, `seed ${SEED}`).toMatchObject({ lost: 0, corrupt: 0 });
    expect(damage.acknowledged).toBeGreaterThan(0);
  },
  KILL_TIMEOUT,
);

it(
  "keeps complete documents of killed browsers in Web Storage",
  async () => {
    const damage = await killRepeatedly(await createSite("storage=web"));
    printDamage("Web Storage", damage);
    expect(damage, `seed ${SEED}`).toMatchObject({ corrupt: 0 });
  },
  KILL_TIMEOUT,
);
