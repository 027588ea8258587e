import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { findViolations } from "../../tests/support/axe.js";
import { openPage } from "../../tests/support/openPage.js";
import { PARTS } from "../gallery/parts.js";
import { serveSite } from "./support/server.js";

const openGallery = async (hash = "", options?: BrowserContextOptions): Promise<Page> =>
  openPage(`${await serveSite()}gallery/${hash}`, options);

/** These rules are about whole pages. A preview shows a part without its page. */
const PAGE_RULES = /^(?:heading-order|region|landmark-[\w-]+):/;

describe("the gallery", () => {
  it.each(PARTS)("shows $name in all states, without accessibility violations", async (part) => {
    const page = await openGallery(`#${part.name}`);
    await page.getByRole("heading", { level: 1, name: part.name }).waitFor();
    await page.getByText(`export const Example`).waitFor();
    for (const { name, typed } of part.states)
      for (const theme of ["light", "dark"]) {
        const title = `${part.name}: ${name}, ${theme} theme`;
        const frame = await (
          await page.getByTitle(title, { exact: true }).elementHandle()
        )?.contentFrame();
        const preview = frame?.locator(".preview > :not(h1)").first();
        await preview?.waitFor();
        if (typed !== undefined) await frame?.getByRole("option").first().waitFor();
        const violations = frame ? await findViolations(frame) : ["no frame"];
        expect(violations.filter((found) => !PAGE_RULES.test(found))).toEqual([]);
      }
  });

  it.each(["light", "dark"] as const)("is a page without violations, %s", async (colorScheme) => {
    const page = await openGallery("#Notice", { colorScheme });
    await page.getByRole("heading", { level: 1, name: "Notice" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it("leads from a part to another, to its reference, and to its frame in the playground", async () => {
    const page = await openGallery();
    await page.getByRole("heading", { level: 1, name: "AgentPanel" }).waitFor();
    await page.getByRole("link", { name: "DiffView" }).click();
    await page.getByRole("heading", { level: 1, name: "DiffView" }).waitFor();
    const reference = page.getByRole("link", { name: "Reference" });
    const address = new URL((await reference.getAttribute("href")) ?? "", page.url()).href;
    expect((await fetch(address)).status).toBe(200);
    await page.getByRole("link", { name: "Claude Code, frame 57" }).click();
    await page.getByText("Frame 57 of 127").waitFor();
  });

  it("fits on a phone", async () => {
    const page = await openGallery("#PermissionDock", { viewport: { width: 390, height: 844 } });
    await page.getByRole("heading", { level: 1, name: "PermissionDock" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
