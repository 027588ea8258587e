import { expect, it } from "vitest";
import { openFixture } from "./support/browser.js";
import { card, send, settled } from "./support/panel.js";

it.each(["light", "dark"] as const)("shows a command in its colours, %s", async (colorScheme) => {
  const { page } = await openFixture("colours", { colorScheme });
  await send(page, "Go");
  await settled(page);
  const output = card(page, "npm test").getByRole("group", { name: "Output" });
  expect(await output.innerText()).toMatch(/^vitest 4.1\n100%\n✓ src/);
  const colourOf = (text: string): Promise<string> =>
    output.getByText(text, { exact: true }).evaluate((span) => getComputedStyle(span).color);
  const all = await Promise.all(["✓", "✗ src/total.test.js", "yellow", "vitest"].map(colourOf));
  expect(new Set(all).size).toBe(4);
});
