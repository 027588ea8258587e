import { expect, it } from "vitest";
import { openFixture } from "./support/browser.js";
import { getToolCallCard, sendPrompt, waitUntilIdle } from "./support/panel.js";

it.each(["light", "dark"] as const)("shows command output in color, %s", async (colorScheme) => {
  const { page } = await openFixture("colors", { colorScheme });
  await sendPrompt(page, "Go");
  await waitUntilIdle(page);
  const output = getToolCallCard(page, "npm test").getByRole("group", { name: "Output" });
  expect(await output.innerText()).toMatch(/^vitest 4.1\n100%\n✓ src/);
  const colorOf = (text: string): Promise<string> =>
    output.getByText(text, { exact: true }).evaluate((span) => getComputedStyle(span).color);
  const all = await Promise.all(["✓", "✗ src/total.test.js", "yellow", "vitest"].map(colorOf));
  expect(new Set(all).size).toBe(4);
});
