import { describe, expect, it } from "vitest";
import { openFixture } from "./support/browser.js";
import { send, settled } from "./support/panel.js";

// `openPage` fails a test whose page fetched anything from elsewhere.
describe("what an agent says", () => {
  it("runs nothing and loads nothing", async () => {
    const { page } = await openFixture("hostile");
    await send(page, "Go");
    const message = page.getByRole("article", { name: "Agent" });
    await message.getByText('<script>window.hacked = "script"</script>').waitFor();
    await settled(page);
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await message.locator("img, script, iframe, [onerror], [onload]").count()).toBe(0);
    await message.getByText("a picture").waitFor();
    await message.getByText("Image (image/svg+xml)").waitFor();
  });

  it("links to web pages only, and tells them nothing", async () => {
    const { page } = await openFixture("hostile");
    await send(page, "Go");
    const links = page.getByRole("article", { name: "Agent" }).locator("a");
    await links.getByText("a page").waitFor();
    const found = await links.evaluateAll((elements) =>
      elements.map((link) => [link.getAttribute("href"), link.getAttribute("rel")]),
    );
    expect(found).toEqual([
      ["http://attacker.invalid/pixel.png", "noopener noreferrer"],
      ["https://example.com/", "noopener noreferrer"],
    ]);
  });
});
