import type { Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { findViolations } from "../../tests/support/axe.js";
import { connectChromium } from "../../tests/support/chromium.js";
import { serveSite } from "./support/server.js";

// Not in a global setup, which would delay all other tests by a minute.

interface View {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
}

/** Opens a page of the site. Its address is relative to the home page. */
async function openSite(
  path = "",
  { colorScheme = "light", width = 1280 }: View = {},
): Promise<Page> {
  const address = await serveSite();
  const browser = await connectChromium();
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(address + path);
  await waitUntilInteractive(page);
  return page;
}

/** Vue marks the element of an app that it has mounted. */
const waitUntilInteractive = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}));

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

describe("the site", () => {
  it("leads from the home page through the search to the reference of a function", async () => {
    const page = await openSite();
    await page.getByRole("heading", { level: 1, name: /acp-store/ }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("createAcpStore");
    await page
      .getByRole("option", { name: /createAcpStore\(\)/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "createAcpStore()" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/api\/core\/functions\/createAcpStore$/);
    const source = page.getByRole("link", { name: /createAcpStore\.ts:\d+/ });
    expect(await source.getAttribute("href")).toMatch(
      /\/blob\/@acp-store\/core@[\d.]+\/packages\//,
    );
    await page.getByText("store.ingest({").waitFor();
    await page.getByRole("link", { name: "AcpStoreOptions" }).click();
    await page.getByRole("heading", { level: 1, name: "AcpStoreOptions" }).waitFor();
  });

  it("keeps the chosen theme on the next page", async () => {
    const page = await openSite("guides/react");
    const isDark = (): Promise<boolean> =>
      page.evaluate(() => document.documentElement.classList.contains("dark"));
    await page.getByRole("switch", { name: "Dark theme" }).click();
    await expect.poll(isDark).toBe(true);
    await page.reload();
    expect(await isDark()).toBe(true);
  });

  it("shows the link of the page in the sidebar, and one of two pictures", async () => {
    const page = await openSite("api/core/interfaces/ToolCall");
    const link = page.locator(".VPSidebar").getByRole("link", { name: "ToolCall", exact: true });
    await expect.poll(() => link.evaluate(isOnScreen)).toBe(true);
    const home = await openSite("", { colorScheme: "dark" });
    const pictures = home.getByRole("img", { name: /An agent panel/ });
    expect(await pictures.count()).toBe(1);
    expect(await pictures.getAttribute("src")).toContain("editor-dark");
  });

  it("says that a page does not exist", async () => {
    const page = await openSite("no/such/page");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await page.getByRole("heading", { level: 1, name: /acp-store/ }).waitFor();
  });

  it.each(["llms.txt", "llms-full.txt", "sitemap.xml", "guides/react.md"])(
    "publishes %s",
    async (path) => {
      const response = await fetch((await serveSite()) + path);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("https://acp-store.github.io/acp-store/guides/");
    },
  );
});

describe("accessibility", () => {
  it.each([
    ["", "light"],
    ["", "dark"],
    ["guides/react", "light"],
    ["guides/react", "dark"],
    ["api/core/", "light"],
    ["api/core/interfaces/ToolCall", "light"],
    ["api/core/interfaces/ToolCall", "dark"],
    ["performance", "light"],
  ] as const)("finds no violations on the page /%s, %s", async (path, colorScheme) => {
    const page = await openSite(path, { colorScheme });
    expect(await findViolations(page)).toEqual([]);
  });

  it("finds no violations on a phone, and nothing that is wider than the screen", async () => {
    const page = await openSite("guides/react", { width: 390 });
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
