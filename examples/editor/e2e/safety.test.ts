import { describe, expect, it } from "vitest";
import { openFixture } from "./support/browser.js";
import { sendPrompt, waitUntilIdle } from "./support/panel.js";

// `openPage` fails a test if its page fetches anything from another origin.
describe("content from the agent", () => {
  it("does not run scripts or load remote content", async () => {
    const { page } = await openFixture("hostile");
    await sendPrompt(page, "Go");
    const message = page.getByRole("article", { name: "Agent" });
    await message.getByText('<script>window.hacked = "script"</script>').waitFor();
    await waitUntilIdle(page);
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await message.locator("img, script, iframe, [onerror], [onload]").count()).toBe(0);
    await message.getByText("a picture").waitFor();
    await message.getByText("Image (image/svg+xml)").waitFor();
  });

  it("links only to web pages, without a referrer", async () => {
    const { page } = await openFixture("hostile");
    await sendPrompt(page, "Go");
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
