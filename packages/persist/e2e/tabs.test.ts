import { join } from "node:path";
import { type AcpStorage, StorageFullError, SupersededError } from "@acp-store/persist";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { CHROMIUM_ARGS } from "../../../scripts/chromium.mjs";
import {
  type LimitedPlace,
  testConcurrentStorages,
  testLimitedStorage,
} from "../tests/adapters/persistentContract.js";
import { bundle } from "../tests/support/bundle.js";
import type { StorageCall } from "./tabPage.js";

const ORIGIN = "https://tabs.test";
let browser: Browser;
let code: string;

beforeAll(async () => {
  code = await bundle(join(import.meta.dirname, "tabPage.ts"), "browser");
  const executablePath = process.env["CHROMIUM_PATH"] ?? "chromium";
  browser = await chromium.launch({ args: CHROMIUM_ARGS, executablePath });
});
afterAll(() => browser.close());

/** Opens a separate profile, whose pages can all use the same storage. */
async function createProfile(headers: Record<string, string> = {}): Promise<BrowserContext> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const body = `<!doctype html><script type="module">${code}</script>`;
  await context.route(`${ORIGIN}/`, (route) =>
    route.fulfill({ body, headers: { "content-type": "text/html; charset=utf-8", ...headers } }),
  );
  return context;
}

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(ORIGIN);
  return page;
}

/** Opens a storage in a tab. */
function openIn(page: Page): AcpStorage {
  const opened = page.evaluate(() => window.openStorage("shared"));
  async function call(id: string, request: StorageCall) {
    const index = await opened;
    const answer = await page.evaluate(
      ([target, parameters]) => window.callStorage(target, parameters),
      [index, request] as const,
    );
    if (!("error" in answer)) return answer.result;
    if (answer.error === "SupersededError") throw new SupersededError(id);
    if (answer.error === "StorageFullError") throw new StorageFullError(id);
    throw new Error(`${answer.error}: ${answer.cause}`);
  }
  return {
    async list() {
      const result = await call("", { method: "list" });
      return Array.isArray(result) ? result : [];
    },
    async read(id) {
      const result = await call(id, { method: "read", id });
      return result !== undefined && "epoch" in result ? result : undefined;
    },
    async write(write) {
      await call(write.id, { method: "write", write });
    },
    async remove(id) {
      await call(id, { method: "remove", id });
    },
  };
}

testConcurrentStorages(async () => {
  const context = await createProfile();
  const tabs = await Promise.all([openTab(context), openTab(context)]);
  let opened = 0;
  return { open: () => openIn(opened++ % 2 === 0 ? tabs[0] : tabs[1]) };
});

testLimitedStorage(async (): Promise<LimitedPlace> => {
  const context = await createProfile();
  const tab = await openTab(context);
  const session = await context.newCDPSession(tab);
  const setQuota = async (quotaSize: number): Promise<void> => {
    await session.send("Storage.overrideQuotaForOrigin", { origin: ORIGIN, quotaSize });
  };
  // Before the first use of the database, because Chromium asks for the remaining space rarely.
  await setQuota(900_000);
  return { open: () => openIn(tab), limitSpace: async () => () => setQuota(100_000_000) };
});

it("rejects in a page that may not store data", async () => {
  const tab = await openTab(
    await createProfile({ "content-security-policy": "sandbox allow-scripts" }),
  );
  await expect(openIn(tab).list()).rejects.toThrow("StorageUnavailableError: SecurityError");
});

it("lets another tab delete the database", async () => {
  const context = await createProfile();
  const [first, second] = await Promise.all([openTab(context), openTab(context)]);
  const storage = openIn(first);
  await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
  const events = await second.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const types: string[] = [];
        const request = indexedDB.deleteDatabase("shared");
        request.onblocked = () => types.push("blocked");
        request.onsuccess = () => resolve([...types, "success"]);
      }),
  );
  expect(events).toEqual(["success"]);
  expect(await storage.list()).toEqual([]);
});
