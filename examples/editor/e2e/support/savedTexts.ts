import type { Page } from "playwright";
import { expect } from "vitest";

/** Returns everything that the page has saved, as text. */
function readSavedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const requests = (await indexedDB.databases()).map(({ name = "" }) => indexedDB.open(name));
    const texts = requests.map(async (request) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
      });
      const all = database.transaction("texts").objectStore("texts").getAll();
      await new Promise((resolve) => all.addEventListener("success", resolve));
      database.close();
      return all.result.join("\n");
    });
    return (await Promise.all(texts)).join("\n");
  });
}

/** Waits until the page has saved a text. */
export async function waitUntilSaved(page: Page, text: string): Promise<void> {
  await expect.poll(() => readSavedTexts(page)).toContain(text);
}

/** Waits until the page has removed a text from what it has saved. */
export async function waitUntilForgotten(page: Page, text: string): Promise<void> {
  await expect.poll(() => readSavedTexts(page)).not.toContain(text);
}

/** Lets another writer take over all saved sessions, as a second tab without locks would. */
export function takeOverSessions(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (const { name = "" } of await indexedDB.databases()) {
      const request = indexedDB.open(name);
      await new Promise((resolve) => request.addEventListener("success", resolve));
      const transaction = request.result.transaction("documents", "readwrite");
      const documents = transaction.objectStore("documents");
      const keys = documents.getAllKeys();
      keys.addEventListener("success", () => {
        for (const key of keys.result)
          documents.put({ epoch: Number.MAX_SAFE_INTEGER, records: 0 }, key);
      });
      await new Promise((resolve) => transaction.addEventListener("complete", resolve));
      request.result.close();
    }
  });
}
