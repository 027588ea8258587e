import { fileURLToPath } from "node:url";
import vue from "@vitejs/plugin-vue";
import { expect, it } from "vitest";
import { openHydratedPage } from "../../../tests/support/openHydratedPage.js";

it("hydrates what a server rendered without a warning, and renders an update", async () => {
  const folder = fileURLToPath(new URL("hydration", import.meta.url));
  const page = await openHydratedPage(folder, [vue()]);
  await page.locator("html[data-hydrated]").waitFor();
  expect(await page.locator("html").getAttribute("data-hydrated")).toBe("kept");
  expect(await page.locator("p").textContent()).toBe("7 of 10");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByText("8 of 10").waitFor();
});
