import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { openDemo } from "./support/browser.js";
import { getComposer } from "./support/panel.js";
import {
  agentResponse,
  clientRequest,
  messageChunk,
  openAtEnd,
  sessionUpdate,
  writeRecording,
} from "./support/recordings.js";

/** About a third of it is React, and another third is the store with zod. */
const MAX_KILOBYTES = 203;

/** Marks the time at which the first prompt can be written. */
const MARK_USABLE = `new MutationObserver((_, observer) => {
  if (!document.querySelector("textarea:enabled")) return;
  performance.mark("usable");
  observer.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true })`;

const SESSION = "s";
const OUTPUT = "line 1 of the output\nline 2 of the output\n";
const CONVERSATION = [
  clientRequest(0, "session/new", { cwd: "/work", mcpServers: [] }),
  agentResponse(0, { sessionId: SESSION }),
  sessionUpdate(SESSION, {
    sessionUpdate: "tool_call",
    toolCallId: "1",
    title: "Run",
    kind: "execute",
    status: "completed",
    content: [{ type: "content", content: { type: "text", text: OUTPUT } }],
  }),
  messageChunk(SESSION, "agent_message_chunk", "# Title\n\nA **bold** word.\n\n".repeat(40)),
];

/** Returns the addresses of the files that the page requested until it was usable. */
function findFilesUntilUsable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const usable = performance.getEntriesByName("usable")[0]?.startTime ?? 0;
    return [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ]
      .filter(({ startTime }) => startTime < usable)
      .map(({ name }) => name);
  });
}

/** Returns the parts of the addresses of loaded files that match, in the order of their requests. */
async function findLoaded(page: Page, name: RegExp): Promise<string[]> {
  const files = await page.evaluate(() =>
    performance.getEntriesByType("resource").map((entry) => entry.name),
  );
  return files.flatMap((file) => name.exec(file)?.[0] ?? []);
}

/** Delays the files whose names match, until the returned function is called. */
async function holdFiles(page: Page, name: RegExp): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(name, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

it(`loads at most ${MAX_KILOBYTES} kB before a new conversation is usable`, async () => {
  const { page } = await openDemo();
  await page.addInitScript(MARK_USABLE);
  await page.reload();
  await getComposer(page).and(page.locator(":enabled")).waitFor();
  const files = await findFilesUntilUsable(page);
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await (await page.request.get(file)).body()).length),
  );
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  console.info(`${kilobytes.toFixed(1)} kB with gzip in ${files.length} files`);
  expect(files.some((file) => file.includes("/index-"))).toBe(true);
  expect(kilobytes).toBeLessThan(MAX_KILOBYTES);
});

it("loads the rest when the conversation is usable", async () => {
  const { page } = await openDemo();
  const isLoaded = (): boolean =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("richSlots"));
  await page.waitForFunction(isLoaded);
  expect(await page.evaluate(isLoaded)).toBe(true);
});

it("loads the editor when the files are first shown", async () => {
  const { page } = await openDemo();
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("richSlots")),
  );
  expect(await findLoaded(page, /\/FilesView-.*\.js/)).toEqual([]);
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await page.getByRole("tree").waitFor();
  expect(await findLoaded(page, /\/FilesView-.*\.js/)).toHaveLength(1);
});

it("loads highlighting and the grammar of the language with the first code", async () => {
  const plain = await openAtEnd(await writeRecording(CONVERSATION));
  await plain.getByRole("heading", { name: "Title" }).first().waitFor();
  expect(await findLoaded(plain, /\/(highlight|python|ruby)-/)).toEqual([]);
  const code = messageChunk(SESSION, "agent_message_chunk", "```py\nimport os\n```");
  const colorful = await openAtEnd(await writeRecording([...CONVERSATION, code]));
  await colorful.locator(".acp-token-keyword", { hasText: "import" }).waitFor();
  expect(await findLoaded(colorful, /\/(highlight|python|ruby)-/)).toEqual([
    "/highlight-",
    "/python-",
  ]);
});

it("says that it loads before the code of the page has arrived", async () => {
  const { page } = await openDemo();
  const release = await holdFiles(page, /index-.*\.js/);
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("status").getByText("Loading…").waitFor();
  expect(await getComposer(page).count()).toBe(0);
  release();
  await getComposer(page).waitFor();
});

it("shows messages and output as plain text until the rest is loaded", async () => {
  const page = await openAtEnd(await writeRecording(CONVERSATION));
  const release = await holdFiles(page, /richSlots.*\.js/);
  await page.reload({ waitUntil: "commit" });
  const message = page.getByRole("article", { name: "Agent" });
  const output = page.getByRole("group", { name: "Output" });
  await message.getByText(/^# Title\s+A \*\*bold\*\* word/).waitFor();
  await output.getByText("line 1 of the output").waitFor();
  expect(await getScrollDistance(page)).toBeLessThan(2);
  release();
  await message.getByRole("heading", { name: "Title" }).first().waitFor();
  expect(await message.locator("strong").first().innerText()).toBe("bold");
  expect(await output.textContent()).toContain("line 1 of the output");
  expect(await getScrollDistance(page)).toBeLessThan(2);
});

/** Returns the distance in pixels between the view and the end of the conversation. */
function getScrollDistance(page: Page): Promise<number> {
  return page
    .getByRole("region", { name: "Messages" })
    .evaluate((view) => view.scrollHeight - view.scrollTop - view.clientHeight);
}
